/** Prints what a test measured, for whoever asks with TRIMTAB_FIGURES=1; tests assert bounds only. */
export function report(what: string, figures: object): void {
  if (process.env["TRIMTAB_FIGURES"]) console.log(what, JSON.stringify(figures));
}
