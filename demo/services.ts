import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Actor } from '../server/access/actor.ts'
import { DomainError } from '../server/access/errors.ts'
import { loadActor } from '../server/access/loadActor.ts'
import { recordOfAccess } from '../server/access/past.ts'
import { UploadedFile } from '../server/contracts/uploadedFile.ts'
import { createPerson } from '../server/modules/accounts/index.ts'
import { addCategories, createChecklist } from '../server/modules/checklists/index.ts'
import { createTree, fillReading, fillVisit } from '../server/modules/documents/index.ts'
import { createHoldingCompany, createPortfolio, grantEntities } from '../server/modules/funds/index.ts'
import type { Services } from '../server/modules/index.ts'
import {
  addMember,
  createGroup,
  createOrganisation,
  createRole,
} from '../server/modules/memberships/index.ts'
import { fillOverview } from '../server/modules/overview/index.ts'
import { createPartner } from '../server/modules/reporting/index.ts'
import { prepareToken } from '../server/modules/tokens/index.ts'
import { insertWebhook } from '../server/modules/webhooks/index.ts'
import type { Database, Tx } from '../server/platform/database/database.ts'
import { newId } from '../server/platform/ids.ts'
import { spreadsheetBytes } from '../server/platform/spreadsheets/index.ts'
import type { Storage } from '../server/platform/storage/index.ts'
import type { DemoServices } from './builder/services.ts'
import { fillChecklist } from './checklistCells.ts'
import { insertProject } from './projectRows.ts'
import { askQuestion } from './questionRows.ts'

export interface DemoTarget {
  db: Database
  services: Pick<
    Services,
    | 'backoffice'
    | 'checklists'
    | 'crm'
    | 'documents'
    | 'funds'
    | 'memberships'
    | 'proofs'
    | 'questions'
    | 'sso'
    | 'support'
  >
  storage: Storage
}

/** Folders that one call of the product makes. */
const FOLDERS_PER_STATEMENT = 50

/** Does something with a file as a browser sends it. */
async function withFile(
  filename: string,
  bytes: Buffer,
  work: (file: UploadedFile) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'helioroom-demo-'))
  try {
    const file = path.join(folder, filename)
    await writeFile(file, bytes)
    await work(new UploadedFile({ filename, contentType: '', size: bytes.length, path: file }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the demo needs, done by the product's own services, as the people of the demo. */
export function demoServices({
  db,
  services: { backoffice, checklists, crm, documents, funds, memberships, proofs, questions, sso, support },
  storage,
}: DemoTarget): DemoServices {
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)
  const actors = new Map<string, Actor>()
  const actorOf = async (personId: string): Promise<Actor> => {
    const known = actors.get(personId)
    if (known) return known
    const actor = await loadActor(db, personId, newId())
    actors.set(personId, actor)
    return actor
  }
  const kept = (slug: string, made: { id: string; slug: string }): string => {
    if (made.slug !== slug) throw new Error(`The demo's plan calls "${made.slug}" "${slug}".`)
    return made.id
  }

  const principalIdsOf = async (
    actor: Actor,
    treeId: string,
    names: readonly string[],
  ): Promise<string[]> => {
    const known = new Map((await documents.principals(actor, treeId)).map(({ id, name }) => [name, id]))
    return names.map((name) => {
      const id = known.get(name)
      if (id === undefined) throw new Error(`"${name}" has no access to this tree of the demo.`)
      return id
    })
  }

  return {
    createOrganisation: ({ roles, labels: _labels, ...organisation }) =>
      write(async (tx) => {
        const id = await createOrganisation(tx, organisation)
        for (const role of roles) await createRole(tx, id, role.name, role.permissions)
        return id
      }),
    createPerson: ({ company, invitedBy: _invitedBy, invitedAt: _invitedAt, ...person }, password) =>
      write((tx) =>
        createPerson(tx, {
          ...person,
          companyName: company,
          password,
          lastLoginAt: new Date(),
          acceptedEulaAt: new Date(),
        }),
      ),
    createPortfolio: ({ slug, ...portfolio }, ids) =>
      write(async (tx) => kept(slug, await createPortfolio(tx, { ...portfolio, ...ids }))),
    createHoldingCompany: ({ slug, ...company }, ids) =>
      write(async (tx) => kept(slug, await createHoldingCompany(tx, { ...company, ...ids }))),
    createProject: (project, ids) => write((tx) => insertProject(tx, project, ids)),
    createPartner: ({ name, sites }, { organisationId }) =>
      write(async (tx) => void (await createPartner(tx, { organisationId, name, sites }))),
    createGroup: (group, { organisationId, ...entities }) =>
      write(async (tx) => {
        const id = await createGroup(tx, {
          organisationId,
          name: group.name,
          roleName: group.role,
          organisationWide: group.organisationWide,
        })
        await grantEntities(tx, id, entities)
        return id
      }),
    setPicture: async ({ kind, of, field, fileName, make }, { personId }) => {
      const actor = await actorOf(personId)
      const asked = { search: of, filters: [], ordering: null, limit: 1, offset: 0 }
      const [found] = (await backoffice.list(actor, kind, asked)).rows
      if (!found) throw new Error(`The demo has no ${kind} "${of}".`)
      await withFile(fileName, await make(), (file) =>
        backoffice.setPicture(actor, kind, { id: found.id, field, file }),
      )
    },
    addMember: (groupId, personId) => write((tx) => addMember(tx, groupId, personId)),
    invite: async ({ firstName, lastName, email, title, invitedAt }, { organisation, groupId, personId }) => {
      const invitee = { firstName, lastName, email, title, groupId }
      const at = invitedAt === null ? new Date() : new Date(invitedAt)
      await memberships.invitations.invite(await actorOf(personId), organisation, invitee, at)
    },
    setPhase: async (phase, { portfolioId, personId }) => {
      const actor = await actorOf(personId)
      if (phase === 'CLOSING') {
        await proofs.close(actor, { portfolioId, groupIds: [], endsAt: null, withArchive: true })
      } else await funds.roomStates.setPhase(actor, portfolioId, phase)
    },
    certify: async ({ portfolioId, groupId, personId }) => {
      const { since } = await recordOfAccess(db)
      await proofs.make(await actorOf(personId), { portfolioId, groupId, from: since, to: new Date() })
    },
    createLabel: async ({ text, colour }, { organisation, personId }) => {
      const { documentLabel, errors } = await documents.labels.create(await actorOf(personId), {
        orgSlug: organisation,
        label: text,
        colour,
      })
      if (!documentLabel) throw new Error(`The label "${text}" was refused: ${errors[0]?.message}`)
      return documentLabel.id
    },
    setLabels: async ({ personId, ...labels }) => {
      await documents.labels.set(await actorOf(personId), { ...labels, formerLabelIds: null })
    },
    createTree: ({ type, owner, permissionsType, allowRootFiles }, { organisationId, ownerId }) =>
      write((tx) =>
        createTree(tx, {
          type,
          organisationId,
          permissionsType,
          allowRootFiles,
          ...(owner.kind === 'PORTFOLIO' ? { portfolioId: ownerId } : {}),
          ...(owner.kind === 'HOLDING_COMPANY' ? { holdingCompanyId: ownerId } : {}),
        }),
      ),
    createFolders: async ({ treeId, paths, personId, at }) => {
      const actor = await actorOf(personId)
      const ids: string[] = []
      for (let start = 0; start < paths.length; start += FOLDERS_PER_STATEMENT) {
        const folders = await documents.createFolders(actor, {
          treeId,
          parentId: null,
          folderPaths: paths.slice(start, start + FOLDERS_PER_STATEMENT),
          at: new Date(at),
        })
        ids.push(...folders.map((folder) => folder.id))
      }
      return ids
    },
    setPermission: async ({ treeId, documentId, principals, personId, at }) => {
      const actor = await actorOf(personId)
      await documents.permitExactly(actor, {
        treeId,
        documentIds: [documentId],
        principalIds: await principalIdsOf(actor, treeId, principals),
        at: new Date(at),
      })
    },
    setViewOnly: async ({ treeId, documentId, principals, personId, at }) => {
      const actor = await actorOf(personId)
      const principalIds = await principalIdsOf(actor, treeId, principals)
      await documents.levels.set(actor, {
        treeId,
        documentIds: [documentId],
        changes: principalIds.map((principalId) => ({ principalId, level: 'VIEW' })),
        at: new Date(at),
      })
    },
    redact: async ({ treeId, documentId, texts, reason, principals, personId }) => {
      const actor = await actorOf(personId)
      const of = { treeId, documentId }
      const marks = []
      for (const words of texts) {
        const { places } = await documents.pages.find(actor, { ...of, text: words })
        marks.push(...places.map((place) => ({ ...place, kind: 'WORDS' as const, words, reason })))
      }
      const { id, revision } = await documents.redactions.save(actor, { ...of, marks, revision: 0 })
      await documents.redactions.apply(actor, { treeId, redactions: [{ id, revision }] })
      await documents.levels.set(actor, {
        treeId,
        documentIds: [documentId],
        changes: (await principalIdsOf(actor, treeId, principals)).map((principalId) => ({
          principalId,
          level: 'VIEW',
          rendition: 'REDACTED',
        })),
      })
    },
    publish: async ({ personId, documentIds, at, ...publication }) => {
      await documents.staging.publish(await actorOf(personId), {
        ...publication,
        documentIds: [...documentIds],
        leaveOut: [],
        at: new Date(at),
      })
    },
    addFiles: async ({ treeId, files, personId, at, isStaged = false }) => {
      const actor = await actorOf(personId)
      const announced = await documents.announce(
        actor,
        treeId,
        files.map(({ parentId, name, bytes }) => ({
          name,
          size: bytes.length,
          parentId: parentId ?? `tree:${treeId}`,
        })),
      )
      await Promise.all(
        announced.map(async ({ version }, index) => {
          const bytes = files[index]?.bytes ?? Buffer.alloc(0)
          const source = Readable.from([bytes])
          documents.arrivals.record(version, await storage.put(version, source, { size: bytes.length }))
        }),
      )
      const { failedIds } = await documents.confirm(actor, {
        treeId,
        uploads: announced.map(({ version, file }) => ({ version, documentId: file.id })),
        at: new Date(at),
        staged: isStaged,
      })
      const failed = announced.find(({ file }) => failedIds.includes(file.id))
      if (failed) throw new Error(`${failed.file.name} was not stored.`)
      return announced.map(({ file }) => file.id)
    },
    readFiles: async ({ treeId, personId, files }) => {
      const actor = await actorOf(personId)
      const sessionId = newId()
      for (const { documentId, kind } of files) {
        // Refused like anybody: the plan doesn't say who may see what.
        const file = await documents.document(actor, treeId, documentId).catch((error: unknown) => {
          if (error instanceof DomainError) return null
          throw error
        })
        if (file?.versionId) await documents.logAccess({ personId, sessionId }, file.versionId, kind)
      }
    },
    readPages: async ({ treeId, documentId, personId, seconds }) => {
      const actor = await actorOf(personId)
      // How many pages it has is known of what was looked at.
      const opened = await documents.pages.open(actor, { treeId, documentId })
      if (opened.state === 'NONE')
        throw new Error(`The demo reads pages of a file without any: ${opened.reason}`)
      await documents.logAccess(
        { personId, sessionId: newId() },
        (await documents.document(actor, treeId, documentId)).versionId ?? '',
        'VIEW',
      )
      const read = opened.state === 'READY' ? seconds.slice(0, opened.sizes.length) : seconds
      await fillReading(db, actor, { treeId, documentId, seconds: read, at: new Date() })
    },
    visit: async ({ treeId, personId, at }) =>
      fillVisit(db, await actorOf(personId), { treeId, at: new Date(at) }),
    writeOverview: (overview, { organisationId, portfolioId, companyId, personId }) =>
      write((tx) =>
        fillOverview(
          tx,
          portfolioId
            ? { kind: 'portfolio', organisationId, portfolioId }
            : { kind: 'holdingCompany', organisationId, holdingCompanyId: companyId ?? '' },
          personId,
          overview,
        ),
      ),
    createLog: async ({ name, visibility, total }, { portfolioId, groupIds, personId }) => {
      const limits = total === undefined ? null : { total }
      const settings = { name, visibility, limits, restricted: groupIds.length > 0, groupIds }
      const place = { kind: 'portfolio', id: portfolioId } as const
      return (await questions.createLog(await actorOf(personId), place, settings)).id
    },
    ask: (question, ids) => askQuestion({ questions, actorOf }, question, ids),
    sendTicket: async ({ issue, description, at, state }, { personId, staffId }) => {
      const ticket = await support.send(await actorOf(personId), { issue, description, at: new Date(at) })
      if (state === ticket.state) return
      await support.setState(await actorOf(staffId), { id: ticket.id, state, revision: ticket.revision })
    },
    connectDirectory: async ({ organisation, domain, name, provider, isProvisioned }, { personId }) => {
      const input = { orgSlug: organisation, domains: [domain], name, isOn: false, isProvisioned }
      await sso.connections.create(await actorOf(personId), { ...input, ...provider })
    },
    automate: ({ token, url, events, at }, { personId, organisationId }) =>
      db.transaction().execute(async (tx) => {
        const createdAt = new Date(at)
        await prepareToken(tx, { name: token, personId, organisationId, createdAt })
        await insertWebhook(tx, {
          id: newId(),
          organisationId,
          personId,
          url,
          events: [...events],
          isOn: false,
          at: createdAt,
        })
      }),
    importContacts: async ({ fileName, at, columns, rows }, { personId }) => {
      const parts: Uint8Array[] = []
      for await (const part of spreadsheetBytes({
        sheet: 'Contacts',
        columns: columns.map((header) => ({ header, width: 26 })),
        rows: (async function* () {
          yield rows.map((row) => [...row])
        })(),
      }))
        parts.push(part)
      await withFile(fileName, Buffer.concat(parts), async (file) =>
        crm.upload(await actorOf(personId), file, new Date(at)),
      )
    },
    reportDuplicates: async ({ personId, at }) => {
      await crm.start(await actorOf(personId), new Date(at))
    },
    withdrawVersion: async ({ treeId, documentId, number, personId }) => {
      const actor = await actorOf(personId)
      const page = { limit: 200, offset: 0 }
      const versions = await documents.versions.list(actor, { treeId, documentId }, page)
      const version = versions.find((each) => each.number === number)
      if (!version) throw new Error(`The demo's plan withdraws version ${number} of a file that has none.`)
      await documents.versions.withdraw(actor, version.id)
    },
    removeDocuments: async ({ treeId, documentIds, personId }) => {
      await documents.remove(await actorOf(personId), { treeId, documentIds })
    },
    createChecklist: async (plan, { portfolioId, administratorId, personOf, groupOf }) => {
      const id = await write(async (tx) => {
        const made = await createChecklist(tx, { portfolioId, name: plan.name, isActive: true })
        await addCategories(
          tx,
          made,
          plan.categories.map(({ items, ...parent }) => ({
            ...parent,
            children: items.map((name) => ({ ...parent, name })),
          })),
        )
        return made
      })
      const administrator = await actorOf(administratorId)
      await fillChecklist(
        { checklists, actorOf, administrator, personOf, groupOf },
        await checklists.checklist(administrator, id),
        plan,
      )
    },
  }
}
