/** Stands in the built sign-in page for MUI's field of several lines, of which it has none. */
export default function NoTextarea() {
  return null
}
