import DataLoader from 'dataloader'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { type Context, type PerRequest, perRequest } from '../../../contracts/context.ts'
import { EVERYTHING, isUnlevelled } from './levels.ts'
import type { DocumentNode } from './nodes.ts'
import type { Given } from './renditions.ts'

type NodeLoader<Value> = PerRequest<DataLoader<DocumentNode, Value>>

/** What the actor is given of documents, loaded in one batch for a request. */
export type AccessLoader = NodeLoader<DocumentAccess>

/** The same with redacted renditions, for what is told of content. */
export type GivenLoader = NodeLoader<Given>

/** @param load in the order of the nodes */
export const createNodeLoader = <Value>(
  load: (nodes: readonly DocumentNode[]) => Promise<Value[]>,
): NodeLoader<Value> => perRequest(() => new DataLoader(load))

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
