import { unauthenticated } from '../../access/errors.ts'
import { actorOf, type Context } from '../../context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { seesEmail, seesPrivateFields, seesTwoFactor } from './policy.ts'
import type { CompanyRow, PersonRow } from './store.ts'

const fullName = (person: PersonRow): string => `${person.firstName} ${person.lastName}`

const companyOf = async (person: PersonRow, context: Context): Promise<CompanyRow | null> =>
  person.companyId === null ? null : context.loaders.company.load(person.companyId)

/** Facts for the policy; what can only widen another's view is asked for on another person alone. */
async function factsAbout(person: PersonRow, context: Context) {
  const actor = actorOf(context)
  const isSelf = person.id === actor.personId
  const knowsAll = isSelf || actor.isSuperUser
  const [isAdministered, managesInView] = knowsAll
    ? [actor.isSuperUser, false]
    : await Promise.all([
        context.loaders.administered.load(person.id),
        context.loaders.managesInView.load(person.id),
      ])
  return { isSelf, viewerIsSuperUser: actor.isSuperUser, isAdministered, managesInView }
}

export const accountsResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, context) => {
      const person = await context.loaders.person.load(actorOf(context).personId)
      if (!person) throw unauthenticated()
      return person
    },
  },
  Mutation: {
    signIn: async (_root, input, context) => {
      const result = await context.services.accounts.signIn(input, context.http)
      if (result.actor) context.actor = result.actor
      return result
    },
    signInVerify: async (_root, input, context) => {
      const result = await context.services.accounts.signInVerify(input, context.http)
      if (result.actor) context.actor = result.actor
      return result
    },
    signInResendCode: async (_root, _args, context) => {
      await context.services.accounts.signInResendCode(context.http)
      return { success: true }
    },
    createFirstUser: async (_root, input, context) => {
      const result = await context.services.accounts.createFirstUser(input, context.http)
      if (result.actor) context.actor = result.actor
      return result
    },
    signOut: async (_root, _args, context) => {
      actorOf(context)
      await context.services.accounts.signOut(context.http)
      return { success: true }
    },
  },
  User: {
    fullName,
    name: fullName,
    company: (person, _args, context) => companyOf(person, context),
    companyName: async (person, _args, context) => (await companyOf(person, context))?.name ?? null,
    email: async (person, _args, context) =>
      seesEmail(await factsAbout(person, context)) ? person.email : null,
    phoneNumber: async (person, _args, context) =>
      seesPrivateFields(await factsAbout(person, context)) ? person.phoneNumber : null,
    twoFactorEnabled: async (person, _args, context) =>
      seesTwoFactor(await factsAbout(person, context)) ? person.twoFactorEnabled : null,
    lastLogin: async (person, _args, context) =>
      seesPrivateFields(await factsAbout(person, context)) ? person.lastLoginAt : null,
  },
}
