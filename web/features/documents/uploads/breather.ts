/** Time in ms that reading may take before the page gets its turn. */
const SLICE_MS = 12

/** Gives the page its turn whenever a slice of time is used up. */
export function createBreather(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < sliceEnd) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        sliceEnd = performance.now() + SLICE_MS
        resolve()
      })
    })
  }
}
