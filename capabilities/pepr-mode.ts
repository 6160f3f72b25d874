/** Whether Pepr's own controller runs the module: both of its Deployments have this variable. */
export const isInPepr =
  process.env["PEPR_WATCH_MODE"] !== undefined && process.env["PEPR_MODE"] !== "build";

/**
 * Pepr reads these variables once, on its first import, and silently drops the bindings that the mode does
 * not use: "dev" keeps both `Validate` and `Watch`. Import this file before "pepr".
 */
if (!isInPepr) {
  process.env["PEPR_MODE"] ??= "dev";
  if (process.env["PEPR_MODE"] !== "build") process.env["PEPR_WATCH_MODE"] = "false";
  // Pepr's own logger reports every binding at info level on standard output, next to our JSON.
  process.env["LOG_LEVEL"] ??= "warn";
}
