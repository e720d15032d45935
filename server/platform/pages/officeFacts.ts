/** What pages of an Office file may leave out or show otherwise (PAGE-07). */
export type OfficeTrait =
  | 'TRACKED'
  | 'COMMENTS'
  | 'HIDDEN_SHEETS'
  | 'HIDDEN_CELLS'
  | 'HIDDEN_SLIDES'
  | 'NOTES'

/** How pages of an Office file are laid out: by LibreOffice, or as plain words and tables (PAGE-04). */
export type OfficeLayout = 'OFFICE' | 'SIMPLIFIED'

/** What an Office file says of itself; or why nothing can be made of it. */
export type OfficeFacts =
  | { traits: readonly OfficeTrait[]; fonts: readonly string[] }
  | { refused: 'PROTECTED' | 'DAMAGED' }

const SIMPLIFIED = 'Simplified layout: fonts, pictures and positions differ from the original.'

const SENTENCES: Readonly<Record<OfficeLayout, Readonly<Record<OfficeTrait, string>>>> = {
  OFFICE: {
    TRACKED: 'Tracked changes are shown as changes.',
    COMMENTS: 'Comments are left out.',
    HIDDEN_SHEETS: 'Hidden sheets are left out.',
    HIDDEN_CELLS: 'Hidden rows and columns are left out.',
    HIDDEN_SLIDES: 'Hidden slides are left out.',
    NOTES: 'Notes of slides are left out.',
  },
  SIMPLIFIED: {
    TRACKED: 'Tracked changes are shown as if they were accepted.',
    COMMENTS: 'Comments are shown with the text.',
    HIDDEN_SHEETS: 'Hidden sheets are shown.',
    HIDDEN_CELLS: 'Hidden rows and columns are shown.',
    HIDDEN_SLIDES: 'Hidden slides are shown.',
    NOTES: 'Notes of slides are shown with them.',
  },
}
/** Fonts that are named. */
const MAX_NAMED = 5

/** What readers of the pages are told (PAGE-04, PAGE-07). */
export function officeRemarks(
  layout: OfficeLayout,
  traits: readonly OfficeTrait[],
  replacedFonts: readonly string[],
): string[] {
  const more = replacedFonts.length - MAX_NAMED
  const named = `${replacedFonts.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [
    ...(layout === 'SIMPLIFIED' ? [SIMPLIFIED] : []),
    ...traits.map((trait) => SENTENCES[layout][trait]),
    ...(replacedFonts.length > 0 ? [`Fonts that the server does not have were replaced: ${named}.`] : []),
  ]
}

/** Those of the fonts that a file names which are not among those of the PDF that was made of it. */
export function replacedFonts(named: readonly string[], embedded: readonly string[]): string[] {
  const there = embedded.map(plain)
  return named.filter((font) => !there.some((each) => each.includes(plain(font))))
}

/** A PDF writes a font without spaces, behind letters of its own and before its style. */
const plain = (font: string): string =>
  font
    .toLowerCase()
    .replace(/^[a-z]{6}\+/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
