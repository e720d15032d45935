/**
 * What comes within so many milliseconds, or else what `late` gives or throws. What is late goes on, and nobody hears of it.
 */
export async function inTime<Value, Late>(
  coming: Promise<Value>,
  milliseconds: number,
  late: () => Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds)
  })
  try {
    const came = await Promise.race([coming.then((value) => ({ value })), tooLate])
    return came === true ? late() : came.value
  } finally {
    clearTimeout(timer)
  }
}

/** What says so. */
export const noAnswerWithin = (milliseconds: number) => (): never => {
  throw new Error(`No answer within ${milliseconds} ms`)
}
