import { inject } from "vitest";

/** The one operator of the shared cluster; `operator-setup.ts` starts it. */
export interface SharedOperator {
  readonly user: string;
  /** In its User-Agent and its events. */
  readonly replica: string;
  readonly pid: number;
  readonly url: string;
  readonly metricsUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly operator: SharedOperator;
  }
}

export const sharedOperator = (): SharedOperator => inject("operator");

/** Values that grant rights which the tests use, and a default installation does not have. */
export const operatorValues = { rbac: { configMaps: true, scaleDownOrder: true, forecast: true } };
