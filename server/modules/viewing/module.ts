import type { Documents } from '../documents/index.ts'
import type { Module } from '../manifest.ts'
import { createViews, type Views } from './index.ts'
import { createViewingResolvers } from './resolvers.ts'

export const viewingModule: Module<'viewing', Views, { documents: Documents }> = {
  name: 'viewing',
  folder: import.meta.dirname,
  rows: { RoomView: '../../access/actor.ts#Viewing' },
  rootFieldsInView: ['leaveView'],
  create: ({ db }, { documents }) => {
    const views = createViews(db, documents)
    return { door: views, resolvers: [createViewingResolvers(views)] }
  },
}
