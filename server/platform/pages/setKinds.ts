/** Files that have no pages of their own: what they say is set as pages (PAGE-02, PAGE-08). */
export const SET_KINDS = ['text', 'table', 'mail', 'outlook'] as const
export type SetKind = (typeof SET_KINDS)[number]

/** Files whose pages have words. */
export type WordsKind = 'pdf' | SetKind

/** What is asked of such a file. */
export interface AskedKind {
  kind: SetKind
}
