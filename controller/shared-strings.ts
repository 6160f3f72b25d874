/** V8 shares shorter strings of parsed JSON; longer ones are rarely equal. */
const [shortest, longest] = [11, 100];
const mostKept = 2_000;

/**
 * Lets equal strings in parsed JSON share their memory: most texts of a status are the same in every object.
 * It knows the strings of the latest objects.
 */
export class SharedStrings {
  readonly #known = new Map<string, string>();

  /** Replaces strings inside a value that nothing else refers to yet. */
  share(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Record<string, unknown>;
    for (const key in fields) {
      const field = fields[key];
      if (typeof field === "string") {
        if (field.length >= shortest && field.length <= longest) fields[key] = this.#one(field);
      } else if (typeof field === "object") {
        this.share(field);
      }
    }
  }

  #one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
