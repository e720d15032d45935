/** How a call of a service ended: 'ok', or the code of what it threw. */
export const outcomeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
