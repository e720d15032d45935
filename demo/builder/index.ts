import type { DemoPlan, DemoTree } from '../plan.ts'
import {
  buildCertificates,
  buildEntities,
  buildGroups,
  buildLabels,
  buildPictures,
  setPhases,
} from './entities.ts'
import { buildChecklists, buildImports, buildLogs, buildOverviews, buildTickets } from './records.ts'
import type { DemoServices } from './services.ts'
import { buildTree } from './trees.ts'

/** What was built. */
export interface DemoSummary {
  readonly people: number
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** Walks the plan and makes all of it through the product's services; `log` gets the progress. */
export const buildDemo = async (
  services: DemoServices,
  plan: DemoPlan,
  log: (line: string) => void,
): Promise<DemoSummary> => {
  const ids = await buildEntities(services, plan)
  await buildGroups(services, plan, ids)
  await buildLabels(services, plan, ids)
  await buildPictures(services, plan, ids)
  await buildTickets(services, plan, ids)
  await buildImports(services, plan, ids)
  await buildChecklists(services, plan, ids)
  await buildOverviews(services, plan, ids)
  let bytes = 0
  let built = 0
  const waiting = plan.trees.values()
  // One lane's files are made while the other waits for the disk; a tree itself is built in order.
  const lane = async (): Promise<void> => {
    for (const tree of waiting) {
      const size = await buildTree(services, plan, tree, ids)
      bytes += size
      built += 1
      log(`Demo: room ${built} of ${plan.trees.length}, files: ${tree.files.length}.`)
    }
  }
  await Promise.all([lane(), lane()])
  // Questions name files of their rooms.
  await buildLogs(services, plan, ids)
  await setPhases(services, plan, ids)
  await buildCertificates(services, plan, ids)
  const count = (of: (tree: DemoTree) => number): number =>
    plan.trees.reduce((sum, tree) => sum + of(tree), 0)
  return {
    people: plan.people.length,
    folders: count((tree) => tree.folders.length),
    files: count((tree) => tree.files.length),
    bytes,
  }
}
