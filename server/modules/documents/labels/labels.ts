import { LABEL_COLOUR, labelProblem, MAX_LABELS, MAX_LABELS_OF_DOCUMENT } from '../../../../shared/labels.ts'
import { tidyText } from '../../../../shared/texts.ts'
import { type Actor, isMember } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { assertRevision, isSameSet } from '../../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { type Lock, rowLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import { type DocumentNode, documentById, storedId } from '../core/nodes.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { mayCreateLabels } from '../policy.ts'
import { changeLabelled, changeLabels, type LabelChange, labelsById, writeLabels } from './labelChange.ts'
import {
  countLabelled,
  type DocumentLabel,
  labelledDocuments,
  labelsByDocument,
  labelsOfOrganisation,
} from './labelStore.ts'

/** The new label, or what is wrong with it. */
export interface CreatedLabel {
  documentLabel: DocumentLabel | null
  errors: { field: string | null; message: string }[]
}

/** Labels of documents (PERM-14 to PERM-16); with the feature flag off nobody has or sees any (DOC-07). */
export interface DocumentLabels {
  /** @throws NOT_FOUND for an organisation that the actor is not a member of */
  ofOrganisation(actor: Actor, slug: string): Promise<DocumentLabel[]>
  mayCreate(tree: OpenTree): boolean
  /** For a loader, in the order of the documents. */
  ofDocuments(documents: readonly DocumentNode[]): Promise<DocumentLabel[][]>
  /** @throws NOT_FOUND as ofOrganisation, FORBIDDEN without the right or the feature flag */
  create(actor: Actor, input: { orgSlug: string; label: string; colour: string }): Promise<CreatedLabel>
  /**
   * @throws FORBIDDEN without the tree's permissions right or the feature flag, NOT_FOUND for a document that is
   * gone or a label of another organisation, CONFLICT where the labels are no longer the former ones
   */
  set(actor: Actor, input: SetLabels): Promise<DocumentNode>
  /** Changes the labels of many documents; see labelChange.ts. @returns how many of them are still there */
  change(actor: Actor, input: LabelChange): Promise<number>
  /** @throws as openTree */
  documents(
    actor: Actor,
    input: { treeId: string; labels: readonly string[] | null },
    page: { limit: number; offset: number },
  ): Promise<DocumentNode[]>
  count(actor: Actor, input: { treeId: string; labels: readonly string[] | null }): Promise<number>
}

/** The labels that a document is to have. */
export interface SetLabels {
  treeId: string
  documentId: string
  labelIds: readonly string[]
  /** The labels as the actor had read them; null where that doesn't matter. */
  formerLabelIds: readonly string[] | null
}

interface Labelling {
  id: string
  documentLabels: boolean
}

/** @throws NOT_FOUND for the unknown and for the actor's non-membership alike */
async function organisationOf(db: Connection, actor: Actor, slug: string): Promise<Labelling> {
  const found = await db
    .selectFrom('organisation')
    .select(['id', 'document_labels as documentLabels'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!found || !isMember(actor, found.id)) throw notFound('Organisation')
  return found
}

const refused = (field: string, message: string): CreatedLabel => ({
  documentLabel: null,
  errors: [{ field, message }],
})

/** The organisation for whoever may create labels in it. @throws as `create` */
async function labellingOf(db: Connection, actor: Actor, slug: string): Promise<Labelling> {
  const organisation = await organisationOf(db, actor, slug)
  if (!organisation.documentLabels || !mayCreateLabels(actor, organisation.id)) throw forbidden()
  return organisation
}

async function createLabel(
  db: Database,
  actor: Actor,
  input: { orgSlug: string; label: string; colour: string },
): Promise<CreatedLabel> {
  const organisation = await labellingOf(db, actor, input.orgSlug)
  const problem = labelProblem(input.label.normalize('NFC').trim())
  if (problem !== undefined) return refused('label', problem)
  if (!LABEL_COLOUR.test(input.colour)) {
    return refused('colour', 'Please choose a colour: # and six digits, such as #1a2b3c.')
  }
  const label = tidyText(input.label)
  // Concurrent creations wait for each other here, and the second gets the error.
  return withLock(db, labelsLock(organisation.id), async (tx) => {
    await reauthorise(tx, actor, (now) => labellingOf(tx, now, input.orgSlug))
    return addLabel(tx, organisation.id, { label, colour: input.colour })
  })
}

/** Whoever makes or renames a label of an organisation holds it, so that their texts and their number hold. */
export const labelsLock = (organisationId: string): Lock => rowLock('organisation', organisationId)

/** Adds a label, whoever makes it, under labelsLock. */
export async function addLabel(
  tx: Tx,
  organisationId: string,
  { label, colour }: { label: string; colour: string },
): Promise<CreatedLabel> {
  const known = await labelsOfOrganisation(tx, organisationId)
  if (known.some((each) => each.label.toLowerCase() === label.toLowerCase())) {
    return refused('label', 'A label with this text already exists.')
  }
  if (known.length >= MAX_LABELS) {
    return refused(
      'label',
      `An organisation can have at most ${MAX_LABELS} labels. Please use one of the existing ones.`,
    )
  }
  const made = { id: newId(), label, colour: colour.toLowerCase() }
  await tx
    .insertInto('document_label')
    .values({ ...made, organisation_id: organisationId })
    .execute()
  return { documentLabel: made, errors: [] }
}

/** @throws as `set` */
const setLabels = (db: Database, actor: Actor, input: SetLabels): Promise<DocumentNode> =>
  changeLabelled(db, actor, input.treeId, async (tx, tree) => {
    const id = storedId(tree, input.documentId)
    const node = id === null ? null : await documentById(tx, tree, id)
    // The root stands in no list, so that nobody would see its labels.
    if (!node || node.parentId === null) throw notFound('Document')
    const after = await labelsById(tx, tree, input.labelIds)
    if (after.length > MAX_LABELS_OF_DOCUMENT) {
      throw badInput(
        `A document can have at most ${MAX_LABELS_OF_DOCUMENT} labels, not ${after.length}. Please remove some.`,
      )
    }
    const before = (await labelsByDocument(tx, [node.id])).get(node.id) ?? []
    assertRevision({
      of: 'labels',
      known: input.formerLabelIds,
      now: before.map((label) => label.id),
      isSame: isSameSet,
      what: 'these labels',
      newer: { labels: before.map(({ id, label }) => ({ id, name: label })) },
    })
    await writeLabels(tx, [{ node, before, after }])
    return node
  })

/** The labels of documents in a database. */
export function createLabels(db: Database): DocumentLabels {
  const opened = async (
    actor: Actor,
    { treeId, labels }: { treeId: string; labels: readonly string[] | null },
  ): Promise<{ tree: OpenTree; texts: string[] | null }> => ({
    tree: await openTree(db, actor, treeId),
    texts: labels?.map((label) => label.normalize('NFC').trim().toLowerCase()) ?? null,
  })
  return {
    ofOrganisation: async (actor, slug) => {
      const organisation = await organisationOf(db, actor, slug)
      return organisation.documentLabels ? labelsOfOrganisation(db, organisation.id) : []
    },
    mayCreate: (tree) => tree.documentLabels && mayCreateLabels(tree.actor, tree.organisationId),
    ofDocuments: async (documents) => {
      const found = await labelsByDocument(
        db,
        documents.map((node) => node.id),
      )
      return documents.map((node) => (node.tree.documentLabels ? (found.get(node.id) ?? []) : []))
    },
    create: (actor, input) => createLabel(db, actor, input),
    set: (actor, input) => setLabels(db, actor, input),
    change: (actor, input) => changeLabels(db, actor, input),
    documents: async (actor, input, page) => {
      const { tree, texts } = await opened(actor, input)
      return tree.documentLabels ? labelledDocuments(db, tree, texts, page) : []
    },
    count: async (actor, input) => {
      const { tree, texts } = await opened(actor, input)
      return tree.documentLabels ? countLabelled(db, tree, texts) : 0
    },
  }
}
