import DataLoader from 'dataloader'
import { fullName } from '../../../shared/personName.ts'
import { unauthenticated } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { managersInView } from './hooks.ts'
import type { Accounts } from './index.ts'
import { seesEmail, seesPrivateFields, seesTwoFactor } from './policy.ts'
import { administeredAmong, type CompanyRow, type PersonRow } from './store.ts'

export interface AccountsSources {
  accounts: Accounts
  db: Database
  hooks: Hooks
}

export function createAccountsResolvers({ accounts, db, hooks }: AccountsSources): Resolvers {
  /** Per person: whether the actor administers an organisation that the person is in. */
  const administered = perRequest(
    (context) => new DataLoader((ids: readonly string[]) => administeredAmong(db, actorOf(context), ids)),
  )
  /** Per person: whether the person is the deal manager of an entity that the actor may open. */
  const managesInView = perRequest(
    (context) =>
      new DataLoader(async (personIds: readonly string[]) => {
        const answers = await hooks.ask(managersInView, db, { actor: actorOf(context), personIds })
        return personIds.map((_id, at) => answers.some((answer) => answer[at]))
      }),
  )

  const companyOf = async (person: PersonRow, context: Context): Promise<CompanyRow | null> =>
    person.companyId === null ? null : accounts.company(context, person.companyId)

  /** Facts for the policy; what can only widen another's view is asked for on another person alone. */
  const factsAbout = async (person: PersonRow, context: Context) => {
    const actor = actorOf(context)
    const isSelf = person.id === actor.personId
    const knowsAll = isSelf || actor.isSuperUser
    const [isAdministered, manages] = knowsAll
      ? [actor.isSuperUser, false]
      : await Promise.all([administered(context).load(person.id), managesInView(context).load(person.id)])
    return { isSelf, viewerIsSuperUser: actor.isSuperUser, isAdministered, managesInView: manages }
  }

  return {
    Query: {
      setupWorks: (_root, { token }) => accounts.setupWorks(token),
      viewer: async (_root, _args, context) => {
        const person = await accounts.person(context, actorOf(context).personId)
        if (!person) throw unauthenticated()
        return person
      },
    },
    Mutation: {
      signIn: async (_root, input, context) => {
        const result = await accounts.signIn(input, context.http)
        if (result.actor) context.actor = result.actor
        return result
      },
      signInVerify: async (_root, input, context) => {
        const result = await accounts.signInVerify(input, context.http)
        if (result.actor) context.actor = result.actor
        return result
      },
      signInResendCode: async (_root, _args, context) => {
        await accounts.signInResendCode(context.http)
        return { success: true }
      },
      createFirstUser: async (_root, input, context) => {
        const result = await accounts.createFirstUser(input, context.http)
        if (result.actor) context.actor = result.actor
        return result
      },
      updateUserAgreements: async (_root, input, context) => ({
        agreements: await accounts.updateAgreements(actorOf(context), input),
      }),
      signOut: async (_root, _args, context) => {
        actorOf(context)
        await accounts.signOut(context.http)
        return { success: true }
      },
    },
    UserAgreements: { licence: () => accounts.licence() },
    User: {
      agreements: async (person, _args, context) =>
        person.id === actorOf(context).personId ? accounts.agreements(person.id) : null,
      fullName,
      name: fullName,
      company: (person, _args, context) => companyOf(person, context),
      companyName: async (person, _args, context) => (await companyOf(person, context))?.name ?? null,
      email: async (person, _args, context) =>
        seesEmail(await factsAbout(person, context)) ? person.email : null,
      phoneNumber: async (person, _args, context) =>
        seesPrivateFields(await factsAbout(person, context)) ? person.phoneNumber : null,
      twoFactorEnabled: async (person, _args, context) =>
        seesTwoFactor(await factsAbout(person, context))
          ? person.twoFactorEnabled || person.hasAuthenticator
          : null,
      lastLogin: async (person, _args, context) =>
        seesPrivateFields(await factsAbout(person, context)) ? person.lastLoginAt : null,
    },
  }
}
