/** The same portions, each read while the one before it is worked on. */
export async function* readAhead<Portion>(portions: AsyncIterable<Portion>): AsyncGenerator<Portion> {
  const source = portions[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // Its failure is met above; until then it must not count as unhandled.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return?.()
  }
}
