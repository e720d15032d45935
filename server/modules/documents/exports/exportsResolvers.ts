import type { Resolvers } from '../../../schema.generated.ts'
import { exportAddress } from './exports.ts'

export const exportsResolvers: Resolvers = {
  DocumentTree: {
    accessLogUrl: (tree) => (tree.rights.accessLog ? exportAddress(tree, 'access-log') : null),
    fileIndexUrl: (tree) => (tree.rights.view ? exportAddress(tree, 'file-index') : null),
    changeLogUrl: (tree) => (tree.rights.history ? exportAddress(tree, 'change-log') : null),
  },
}
