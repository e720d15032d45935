import { formErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { PasskeySignIn } from './passkeySignIn.ts'
import type { PasskeyRow } from './passkeyStore.ts'
import type { Passkeys } from './passkeys.ts'

async function optionsOf(work: Promise<string>) {
  try {
    return { options: await work, errors: [] }
  } catch (error) {
    return { options: null, errors: formErrorsOf(error) }
  }
}

async function savedBy(work: Promise<PasskeyRow>) {
  try {
    return { passkey: await work, errors: [] }
  } catch (error) {
    return { passkey: null, errors: formErrorsOf(error) }
  }
}

export const createPasskeyResolvers = (passkeys: Passkeys, signIn: PasskeySignIn): Resolvers => ({
  Query: {
    passkeys: (_root, _args, context) => passkeys.of(actorOf(context)),
  },
  Mutation: {
    startPasskey: (_root, _args, context) => optionsOf(passkeys.start(actorOf(context), context.http)),
    addPasskey: (_root, input, context) => savedBy(passkeys.add(actorOf(context), context.http, input)),
    renamePasskey: (_root, { id, name }, context) => savedBy(passkeys.rename(actorOf(context), id, name)),
    deletePasskey: async (_root, { id }, context) => {
      await passkeys.remove(actorOf(context), id)
      return { success: true, errors: [] }
    },
    startPasskeySignIn: (_root, _args, context) => optionsOf(signIn.start(context.http)),
    signInWithPasskey: async (_root, { response }, context) => {
      const result = await signIn.signIn(response, context.http)
      if (result.actor) context.actor = result.actor
      return result
    },
  },
})
