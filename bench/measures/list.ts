import { isDeepStrictEqual } from 'node:util'
import { figureOf, listCalls, listRounds } from '../support/folderList.ts'
import { type Call, Caller, compare } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'

/** The 200-row list as a viewer has it, against a bare route with the same rows. */
export const list: Measure = {
  name: 'list',
  run: async (stage, options) => {
    const { world, product, floor, signIn } = await stage()
    const { small } = world
    const calls = listCalls(await signIn(world.viewer), small)
    const bare = small.folders.map(
      (folder): Call => ({ method: 'GET', path: `/list/${folder}?acls=${small.readableAcls}` }),
    )
    await checkSameRows({ product, floor }, calls[0], bare[0])
    const comparison = await compare(
      { program: product, calls },
      { program: floor, calls: bare },
      listRounds(options),
    )
    return [figureOf('folder list, 200 rows', comparison, { atLeast: 0.7 })]
  },
}

/** @throws when the two sides don't answer the same 200 rows, in which case a ratio would mean nothing */
async function checkSameRows(
  { product, floor }: Pick<Stage, 'product' | 'floor'>,
  graphql?: Call,
  bare?: Call,
): Promise<void> {
  if (!graphql || !bare) throw new RangeError('There is no folder to list.')
  const answer = async (origin: string, call: Call) => {
    const caller = new Caller(origin, 1)
    const bytes = await caller.send(call)
    caller.close()
    return JSON.parse(bytes.toString())
  }
  const ours = (await answer(product.origin, graphql)).data?.document?.children
  const { children } = await answer(floor.origin, bare)
  if (ours?.length !== 200 || !isDeepStrictEqual(ours, children)) {
    throw new Error('The product and the floor list different rows.')
  }
}
