import DataLoader from 'dataloader'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { type Context, type PerRequest, perRequest } from '../../../contracts/context.ts'
import { EVERYTHING, isUnlevelled } from './levels.ts'
import { followed, type ListField, type ListFields } from './listFields.ts'
import type { DocumentNode } from './nodes.ts'
import type { Given } from './renditions.ts'

/** What the actor is given of a document, read for all of a list. */
export type AccessField = ListField<DocumentAccess>

/** Fields of a document that say less to whoever is given less of it. */
const BY_ACCESS = ['level', 'redacted', 'size', 'previewUrl']

const isKnown = ({ tree, access }: DocumentNode): boolean => isUnlevelled(tree) || access !== undefined

/** @param accesses in the order of the nodes */
export const createAccessField = (
  fields: ListFields,
  accesses: (nodes: readonly DocumentNode[]) => Promise<DocumentAccess[]>,
): AccessField => fields.field(BY_ACCESS, accesses, (node) => !isKnown(node))

/** The same with redacted renditions, for what is told of content, loaded in one batch for a request. */
export type GivenLoader = PerRequest<DataLoader<DocumentNode, Given>>

/** @param given in the order of the nodes */
export const createGivenLoader = (given: (nodes: readonly DocumentNode[]) => Promise<Given[]>): GivenLoader =>
  perRequest(() => new DataLoader(given))

/** What the actor is given of a document. No promise where that is known: a page has hundreds of files. */
export const readAccess = (
  node: DocumentNode,
  field: AccessField,
  context: Context,
): DocumentAccess | Promise<DocumentAccess> =>
  isUnlevelled(node.tree) ? EVERYTHING : (node.access ?? field(context, node))

/** What follows from it. */
export const withAccess = <T>(
  node: DocumentNode,
  field: AccessField,
  context: Context,
  then: (access: DocumentAccess) => T,
): T | Promise<T> => followed(readAccess(node, field, context), then)
