/** Stands in built pages for MUI's ripple, which no button of ours has (`disableRipple`). */
export default function NoRipple() {
  return null
}
