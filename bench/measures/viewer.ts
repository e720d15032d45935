import { figureOf, listCalls, listRounds } from '../support/folderList.ts'
import { compare } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'

/** The same list with the filter by access lists against a documents admin's, who sees everything. */
export const viewer: Measure = {
  name: 'viewer',
  run: async (stage, options) => {
    const { world, product, signIn } = await stage()
    const comparison = await compare(
      { program: product, calls: listCalls(await signIn(world.viewer), world.small) },
      { program: product, calls: listCalls(await signIn(world.admin), world.small) },
      listRounds(options),
    )
    return [figureOf('the same, viewer against admin', comparison, { atLeast: 0.9 })]
  },
}
