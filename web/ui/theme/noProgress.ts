/** Stands in built pages for the ring within MUI's buttons: `BusyButton` shows one of ours. */
export default function NoProgress() {
  return null
}
