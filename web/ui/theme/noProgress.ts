/** Stands in built pages for the ring within MUI's buttons: of ours `BusyButton` alone shows one, and brings it. */
export default function NoProgress() {
  return null
}
