import { actorOf } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { ListFields } from '../core/listFields.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { DocumentNumbering } from './numbering.ts'

const isNumbered = (node: DocumentNode): boolean => node.tree.numbering !== 'OFF' && node.parentId !== null

export function createNumberingResolvers(numbering: DocumentNumbering, fields: ListFields): Resolvers {
  const number = fields.field(['number'], numbering.numbers, isNumbered)
  return {
    Mutation: {
      setTreeNumbering: (_root, { treeId, numbering: wanted }, context) =>
        numbering.set(actorOf(context), treeId, wanted),
      renumber: (_root, { treeId, folderId, dryRun }, context) =>
        numbering.renumber(actorOf(context), { treeId, folderId: folderId ?? null, dryRun }),
      orderDocuments: (_root, { treeId, documentIds, beforeId }, context) =>
        numbering.order(actorOf(context), { treeId, documentIds, beforeId: beforeId ?? null }),
    },
    Document: {
      number: (node, _args, context) => (isNumbered(node) ? number(context, node) : null),
    },
    RenumberPayload: {
      rows: ({ rows }, part) => {
        const { limit, offset } = pageOf(part)
        return rows.slice(offset, offset + limit)
      },
      count: ({ rows }) => rows.length,
      changes: ({ rows }) => rows.filter(({ former, number }) => former !== number).length,
    },
    RenumberedDocument: {
      id: ({ node }) => node.id,
      name: ({ node }) => node.name,
      fileType: ({ node }) => (node.isFolder ? 'FOLDER' : 'FILE'),
    },
  }
}
