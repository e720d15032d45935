import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Files } from '../files/index.ts'
import type { Avatars } from './avatar.ts'

export const createAvatarResolvers = (avatars: Avatars, files: Files): Resolvers => ({
  Mutation: {
    uploadAvatar: async (_root, { userId, file }, context) => {
      try {
        return { user: await avatars.upload(actorOf(context), userId, file), errors: [] }
      } catch (error) {
        return { user: null, errors: fieldErrorsOf(error) }
      }
    },
    deleteAvatar: async (_root, { userId }, context) => ({
      user: await avatars.remove(actorOf(context), userId),
    }),
  },
  Company: {
    logoUrl: ({ logoId }, _args, context) =>
      logoId === null ? null : files.address(actorOf(context).personId, logoId),
  },
  User: {
    avatarUrl: ({ avatarId }, _args, context) =>
      avatarId === null ? null : files.address(actorOf(context).personId, avatarId),
  },
})
