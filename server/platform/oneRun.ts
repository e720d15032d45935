/**
 * Work of which one run goes on at a time in this process: a call meanwhile only makes that one run once more.
 * @param run answers whether what came meanwhile is its to do, too
 */
export function oneRun<Given extends readonly unknown[]>(
  run: (...given: Given) => Promise<boolean>,
): (...given: Given) => Promise<void> {
  let busy = false
  let again = false
  return async (...given) => {
    again = true
    if (busy) return
    busy = true
    try {
      while (again) {
        again = false
        if (!(await run(...given))) return
      }
    } finally {
      busy = false
    }
  }
}
