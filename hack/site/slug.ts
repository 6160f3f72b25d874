/** The anchor of a heading, as GitHub makes it: the pages are read there, too. Repeated ones are numbered by the caller. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
