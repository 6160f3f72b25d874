export function withAddresses(text: string, registry: string): string;
