import { openDatabase } from '../../server/platform/database/database.ts'
import { coldPages as growPages } from '../../testing/coldPages.ts'
import { headersOf } from '../support/folderList.ts'
import { Caller } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'

const PORTFOLIOS = 200
/** Milliseconds that a page may take. */
const LIMIT = 100

/** What home and a portfolio's page ask when they are opened by somebody who may open 200 portfolios. */
export const coldPages: Measure = {
  name: 'coldPages',
  run: async (stage, { quick }) => {
    const { product, connection, signIn } = await stage()
    const { close, ...database } = openDatabase(connection)
    const { email, pages } = await growPages({ ...database, poolConfig: connection }, PORTFOLIOS).finally(
      close,
    )
    const headers = headersOf(await signIn(email))
    const caller = new Caller(product.origin, 1)
    const figures: Figure[] = []
    for (const [name, asked] of Object.entries(pages)) {
      const body = JSON.stringify(asked)
      const value = await medianTime(
        caller,
        { method: 'POST', path: '/graphql', headers, body },
        quick ? 5 : 30,
      )
      figures.push({
        title: `the request of ${name}, for a person with ${PORTFOLIOS} portfolios`,
        ours: `${value.toFixed(1)} ms`,
        floor: '',
        value,
        shown: `${value.toFixed(1)} ms`,
        target: { atMost: LIMIT },
        targetShown: `at most ${LIMIT} ms`,
      })
    }
    caller.close()
    return figures
  },
}
