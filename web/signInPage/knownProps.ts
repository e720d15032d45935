/** What components of ours and MUI's are given that is no attribute of HTML. */
const OURS: ReadonlySet<string> = new Set(['as', 'ownerState', 'sx', 'theme'])

/** Stands in the built sign-in page for Emotion's list of all attributes that an element may have. */
export default function isAttribute(name: string): boolean {
  return !OURS.has(name)
}
