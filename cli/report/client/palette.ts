/** How a candidate is drawn. Lines also differ by their dashes: colours alone do not reach everyone. */
export interface Appearance {
  /** A custom property of the style sheet, which has a value for light and for dark pages. */
  readonly property: string;
  readonly dash: readonly number[];
}

const colours = 6;
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]] as const;

export const appearanceOf = (candidate: number): Appearance => ({
  property: `--candidate-${candidate % colours}`,
  dash: dashes[candidate % dashes.length] ?? [],
});

/** The current value of a colour of the style sheet. */
export const colourOf = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** The same colour, mostly transparent. */
export const faint = (property: string, percent: number): string =>
  `color-mix(in srgb, ${colourOf(property)} ${percent}%, transparent)`;
