/** Stands in built pages for the pictures of MUI's checkbox: the theme gives each its own (`components.ts`). */
export default function NoIcon() {
  return null
}
