import { figureOf, listCalls, listRounds } from '../support/folderList.ts'
import { compare } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'

/** The same list in a tree of a million documents against one of ten thousand. */
export const growth: Measure = {
  name: 'growth',
  run: async (stage, options) => {
    const { world, product, signIn } = await stage()
    const client = await signIn(world.viewer)
    const comparison = await compare(
      { program: product, calls: listCalls(client, world.large) },
      { program: product, calls: listCalls(client, world.small) },
      listRounds(options),
    )
    const documents = (tree: { documents: number }) => tree.documents.toLocaleString('en-US')
    return [
      figureOf(`the same, ${documents(world.large)} against ${documents(world.small)}`, comparison, {
        atLeast: 0.85,
      }),
    ]
  },
}
