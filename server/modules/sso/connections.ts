import { randomBytes } from 'node:crypto'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { OutboundError } from '../../platform/outbound.ts'
import { seal, unseal } from '../../platform/sealing.ts'
import type { Signer } from '../../platform/signing.ts'
import { companiesByIds, endSessions } from '../accounts/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { isElsewhere, requireFree, requireProved, requireRoom } from './checks.ts'
import { type ConnectionInput, type WantedConnection, wantedOf } from './input.ts'
import { dropBindings, otherSessions, sessionsBy } from './peopleStore.ts'
import { administersConnection, approvesDomains, type ConnectionOwner } from './policy.ts'
import { type Provider, ProviderError, type ProviderSettings } from './provider.ts'
import { recordChange } from './record.ts'
import type { SamlSettings } from './saml/index.ts'
import {
  type ConnectionRow,
  connectionById,
  connectionsServing,
  deleteConnection,
  insertConnection,
  markDomains,
  setCertificates,
  setDomains,
  setJoinGroups,
  updateConnection,
} from './store.ts'

const RECORD = 'helioroom-verification='

export interface ConnectionsDeps {
  db: Database
  signer: Pick<Signer, 'secret'>
  organisations: Organisations
  provider: Pick<Provider, 'check'>
  /** The TXT records of a domain; none where there is no answer. */
  txtOf(domain: string): Promise<string[]>
  /** What a provider says of itself at an address (SSO-14). @throws OutboundError */
  metadataAt(address: string): Promise<string>
  now?: () => Date
}

/** The connections of organisations, companies and the installation, as their admins keep them. */
export interface Connections {
  /** Those that serve the organisation's people (SSO-01). @throws NOT_FOUND without ORG_ADMIN there */
  serving(actor: Actor, orgSlug: string): Promise<ConnectionRow[]>
  /** @throws NOT_FOUND for whoever doesn't administer it (SSO-02) */
  one(actor: Actor, id: string): Promise<ConnectionRow>
  /** The provider is asked once a connection is on. @throws NOT_FOUND as one; BAD_USER_INPUT at its fields */
  create(actor: Actor, input: ConnectionInput): Promise<ConnectionRow>
  /** @throws as create; CONFLICT where it has been changed meanwhile */
  update(actor: Actor, id: string, revision: number, input: ConnectionInput): Promise<ConnectionRow>
  /** Its bindings end, and the sessions that began by it (SSO-28). @throws as one; BAD_USER_INPUT for another name */
  remove(actor: Actor, id: string, name: string): Promise<void>
  /** @throws NOT_FOUND for whoever is no super user, and for a domain that isn't its own (SSO-03) */
  approve(actor: Actor, id: string, domain: string): Promise<ConnectionRow>
  /** Looks for the TXT records of those that wait (SSO-03). @throws as one */
  verify(actor: Actor, id: string): Promise<ConnectionRow>
  /** By which the provider is asked. */
  settingsOf(connection: ConnectionRow): ProviderSettings
  /** The same over SAML; null for a connection that isn't set up yet, and of another kind. */
  samlOf(connection: ConnectionRow): SamlSettings | null
}

/** The record that shows that a domain is theirs. */
export const verificationOf = (token: string): string => `${RECORD}${token}`

const newToken = (): string => randomBytes(16).toString('hex')

export function createConnections(deps: ConnectionsDeps): Connections {
  const { db, signer, organisations, provider, now = () => new Date() } = deps
  const keyOf = (id: string): Buffer => signer.secret('sso client secret', id)

  const requireAdmin =
    (owner: ConnectionOwner) =>
    (actor: Actor): Actor => {
      if (!administersConnection(actor, owner)) throw notFound('Connection')
      return actor
    }
  const one = async (on: Connection, actor: Actor, id: string): Promise<ConnectionRow> => {
    const connection = isId(id) ? await connectionById(on, id) : null
    if (!connection) throw notFound('Connection')
    requireAdmin(connection)(actor)
    return connection
  }
  /** Changes one with its row locked, and asks again who may. */
  const change = async <T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, connection: ConnectionRow, actor: Actor) => Promise<T>,
  ): Promise<T> => {
    await one(db, actor, id)
    return withLock(db, rowLock('sso_connection', id), async (tx) => {
      const connection = await connectionById(tx, id)
      if (!connection) throw notFound('Connection')
      return work(tx, connection, await reauthorise(tx, actor, requireAdmin(connection)))
    })
  }
  const ownerOf = async (actor: Actor, input: ConnectionInput): Promise<ConnectionOwner> => {
    const { orgSlug, companyId } = input
    if (orgSlug && companyId) throw badInput('A connection belongs to an organisation or to a company.')
    const organisation = orgSlug ? await organisations.bySlug(actor, orgSlug) : null
    if (orgSlug && !organisation) throw notFound('Organisation')
    const owner = { organisationId: organisation?.id ?? null, companyId: companyId ?? null }
    requireAdmin(owner)(actor)
    const [company] = companyId && isId(companyId) ? await companiesByIds(db, [companyId]) : []
    if (companyId && !company) throw notFound('Company')
    return owner
  }

  /** @throws BAD_USER_INPUT where the issuer's document doesn't do; of SAML there is none to ask */
  const checkProvider = async (wanted: WantedConnection, id: string): Promise<void> => {
    if (!wanted.isOn || wanted.kind === 'SAML') return
    try {
      const { issuer, clientId, clientSecret } = wanted
      await provider.check({ issuer, clientId, id, revision: 0, clientSecret: clientSecret || null })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const text = `The provider can’t be used. ${error.message}`
      throw badInput(text, { issuer: text })
    }
  }
  /** With what the provider's metadata address says (SSO-14). @throws BAD_USER_INPUT where it says nothing */
  const withMetadata = async (input: ConnectionInput): Promise<ConnectionInput> => {
    const address = input.metadataUrl?.trim() ?? ''
    if (address === '') return input
    try {
      return { ...input, metadataXml: await deps.metadataAt(address) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const text = `The metadata can’t be read. ${error.message}`
      throw badInput(text, { metadataUrl: text })
    }
  }
  const sealed = (id: string, given: string | undefined, before: Buffer | null): Buffer | null =>
    given === undefined ? before : given === '' ? null : seal(keyOf(id), given)
  const secretOf = ({ id, clientSecret }: Pick<ConnectionRow, 'id' | 'clientSecret'>): string | null =>
    clientSecret && unseal(keyOf(id), clientSecret)
  const withToken = (names: readonly string[]) => names.map((name) => ({ name, token: newToken() }))
  const reread = async (on: Connection, id: string): Promise<ConnectionRow> => {
    const connection = await connectionById(on, id)
    if (!connection) throw notFound('Connection')
    return connection
  }

  return {
    settingsOf: (connection) => ({
      id: connection.id,
      revision: connection.revision,
      issuer: connection.issuer,
      clientId: connection.clientId,
      clientSecret: secretOf(connection),
    }),

    serving: async (actor, orgSlug) => {
      const organisation = await organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      if (!administersConnection(actor, { organisationId: organisation.id, companyId: null }))
        throw notFound('Organisation')
      return connectionsServing(db, organisation.id)
    },

    one: (actor, id) => one(db, actor, id),

    samlOf: ({ kind, issuer, signInUrl, certificates }) =>
      kind === 'SAML' && issuer !== '' && signInUrl !== null && certificates.length > 0
        ? { entityId: issuer, signInUrl, certificates }
        : null,

    create: async (actor, given) => {
      const owner = await ownerOf(actor, given)
      const wanted = wantedOf(await withMetadata(given), null)
      const { clientSecret, domains, joinGroupIds, certificates, ...values } = wanted
      const id = newId()
      await checkProvider(wanted, id)
      return db.transaction().execute(async (tx) => {
        const who = await reauthorise(tx, actor, requireAdmin(owner))
        await requireRoom(tx, owner)
        await requireFree(tx, owner, id, wanted)
        const at = now()
        if (values.isRequired) await requireProved(tx, { provedAt: null, isOn: values.isOn, at })
        const secret = sealed(id, clientSecret, null)
        await insertConnection(tx, { ...values, ...owner, id, clientSecret: secret, provedAt: null, at })
        // Those that super users make need no further approval of one.
        await setDomains(tx, id, withToken(domains), owner.organisationId === null ? at : null)
        await setJoinGroups(tx, id, joinGroupIds)
        await setCertificates(tx, id, certificates)
        await recordChange(tx, who, 'CREATE_SSO_CONNECTION', { id, ...owner }, { name: values.name, domains })
        return reread(tx, id)
      })
    },

    update: async (actor, id, revision, given) => {
      const seen = await one(db, actor, id)
      // Before the lock: nobody waits for a provider with it.
      const input = await withMetadata(given)
      const tried = wantedOf(input, seen)
      if (!seen.isOn || isElsewhere(seen, tried)) await checkProvider(tried, id)
      return change(actor, id, async (tx, before, who) => {
        assertRevision({
          of: 'ssoConnection',
          known: revision,
          now: before.revision,
          what: 'this connection',
          newer: newerOf(before),
        })
        const wanted = wantedOf(input, before)
        const { clientSecret, domains, joinGroupIds, certificates, ...values } = wanted
        await requireFree(tx, before, id, wanted)
        const moved = isElsewhere(before, wanted)
        // By other settings nobody has come back yet.
        const provedAt = moved ? null : before.provedAt
        // One that is required may be switched off; it begins anew to be required once it is switched on.
        const requires = values.isRequired && (values.isOn || !before.isRequired)
        const begins = requires && !(before.isRequired && before.isOn)
        if (begins || (requires && moved)) {
          await requireProved(tx, { provedAt, isOn: values.isOn, at: now() })
        }
        // Under another issuer a subject is somebody else.
        if (before.issuer !== values.issuer) await dropBindings(tx, id)
        await updateConnection(tx, id, {
          ...values,
          provedAt,
          clientSecret: sealed(id, clientSecret, before.clientSecret),
        })
        await setDomains(tx, id, withToken(domains), before.organisationId === null ? now() : null)
        await setJoinGroups(tx, id, joinGroupIds)
        await setCertificates(tx, id, certificates)
        let ended = 0
        if (begins) {
          ended = await endSessions(tx, await otherSessions(tx, id, who.sessionId))
        }
        await recordChange(tx, who, 'UPDATE_SSO_CONNECTION', before, {
          name: values.name,
          changed: changedNames(before, wanted),
          ...(ended > 0 ? { ended } : {}),
        })
        return reread(tx, id)
      })
    },

    remove: (actor, id, name) =>
      change(actor, id, async (tx, connection, who) => {
        if (tidyText(name) !== connection.name) {
          const text = 'Please type the name of the connection.'
          throw badInput(text, { name: text })
        }
        const ended = await endSessions(tx, await sessionsBy(tx, id))
        await deleteConnection(tx, id)
        await recordChange(tx, who, 'DELETE_SSO_CONNECTION', connection, { name: connection.name, ended })
      }),

    approve: async (actor, id, domain) => {
      if (!approvesDomains(actor)) throw notFound('Connection')
      return change(actor, id, async (tx, connection, who) => {
        if (!connection.domains.some(({ name }) => name === domain)) throw notFound('Domain')
        const marked = await markDomains(tx, id, { names: [domain], as: 'approved_at', at: now() })
        if (marked.length > 0)
          await recordChange(tx, who, 'APPROVE_SSO_DOMAIN', connection, { name: connection.name, domain })
        return reread(tx, id)
      })
    },

    verify: async (actor, id) => {
      const { domains } = await one(db, actor, id)
      // Before the lock: name servers may take their time.
      const found = await Promise.all(
        domains.map(async ({ name, token, state }) =>
          state === 'WAITING' && (await deps.txtOf(name)).includes(verificationOf(token))
            ? [{ name, token }]
            : [],
        ),
      )
      return change(actor, id, async (tx, connection, who) => {
        const names = found
          .flat()
          .filter(({ token }) => connection.domains.some((domain) => domain.token === token))
          .map(({ name }) => name)
        const marked = await markDomains(tx, id, { names, as: 'verified_at', at: now() })
        for (const domain of marked) {
          await recordChange(tx, who, 'VERIFY_SSO_DOMAIN', connection, { name: connection.name, domain })
        }
        return reread(tx, id)
      })
    },
  }
}

const newerOf = ({ kind, issuer, domains, ...connection }: ConnectionRow) => ({
  name: connection.name,
  domains: domains.map(({ name }) => name),
  isOn: connection.isOn,
  isRequired: connection.isRequired,
  secondFactorAtProvider: connection.secondFactorAtProvider,
  allowIdpInitiated: connection.allowIdpInitiated,
  maxAgeHours: connection.maxAgeHours,
  issuer: kind === 'OIDC' ? issuer : '',
  clientId: connection.clientId,
  entityId: kind === 'SAML' ? issuer : '',
  signInUrl: connection.signInUrl ?? '',
  joinGroupIds: connection.joinGroupIds,
})

/** Which settings a save changes; never what they are, since one is a secret. */
function changedNames(before: ConnectionRow, wanted: WantedConnection): string[] {
  const { clientSecret, ...next } = wanted
  const former = { ...before, domains: before.domains.map(({ name }) => name) }
  const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
    (name) => JSON.stringify(former[name]) !== JSON.stringify(next[name]),
  )
  return clientSecret === undefined ? changed : [...changed, 'clientSecret']
}
