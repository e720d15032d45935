import DataLoader from 'dataloader'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { type Context, type PerRequest, perRequest } from '../../../contracts/context.ts'
import { EVERYTHING, isUnlevelled } from './levels.ts'
import type { DocumentNode } from './nodes.ts'
import type { Given } from './renditions.ts'

/** What the actor is given of documents, loaded in one batch for a request. */
export type AccessLoader = PerRequest<DataLoader<DocumentNode, DocumentAccess>>

/** @param accesses in the order of the nodes */
export const createAccessLoader = (
  accesses: (nodes: readonly DocumentNode[]) => Promise<DocumentAccess[]>,
): AccessLoader => perRequest(() => new DataLoader(accesses))

/** The same with redacted renditions, for what is told of content. */
export type GivenLoader = PerRequest<DataLoader<DocumentNode, Given>>

/** @param given in the order of the nodes */
export const createGivenLoader = (given: (nodes: readonly DocumentNode[]) => Promise<Given[]>): GivenLoader =>
  perRequest(() => new DataLoader(given))

/** What follows from what the actor is given of a document. No promise where that is known: a page has hundreds of files. */
export function withAccess<T>(
  node: DocumentNode,
  loader: AccessLoader,
  context: Context,
  then: (access: DocumentAccess) => T,
): T | Promise<T> {
  const known = isUnlevelled(node.tree) ? EVERYTHING : node.access
  return known ? then(known) : loader(context).load(node).then(then)
}
