/** What became of a part of the first sequence: `[from, to)` of it are `[at, until)` of the second one. */
export interface Change {
  from: number
  to: number
  at: number
  until: number
}
