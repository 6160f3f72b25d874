/** Prints the measurements of a test if TRIMTAB_FIGURES=1; tests assert only bounds. */
export function report(what: string, figures: object): void {
  if (process.env["TRIMTAB_FIGURES"]) console.log(what, JSON.stringify(figures));
}
