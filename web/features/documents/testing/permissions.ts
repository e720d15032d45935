import { type Answers, by, refused } from '../../../testing/renderAt.tsx'
import { type Entry, GROUPS, labelOf, ROOT, TREE } from './room.ts'

/** Scripted answers that show and change the permissions and labels of a scripted room as the real server would. */
export function permissionsOn(entries: Entry[], labels: string[] = []): Answers {
  const chosen = (ids: readonly string[]) =>
    entries.filter((entry) => ids.includes(entry.id)).concat(ids.includes(ROOT) ? [WHOLE] : [])
  const isOn = (entry: Entry, name: string) => (entry.permitted ?? []).includes(name)
  const levelIn = (entry: Entry, name: string) => {
    const at = (entry.permitted ?? []).indexOf(name)
    return at < 0 ? 'NONE' : (entry.permittedLevels?.[at] ?? 'ORIGINAL')
  }
  const replace = (entry: Entry, change: Partial<Entry>) => {
    if (entries.includes(entry)) entries[entries.indexOf(entry)] = { ...entry, ...change }
  }
  const principal = (name: string) => ({ __typename: 'DocumentPrincipal', id: name, name })
  const permitted = (entry: Entry) => ({
    __typename: 'Document',
    id: entry.id,
    permittedIds: GROUPS.every((each) => isOn(entry, each)) ? null : (entry.permitted ?? []),
    permittedLevels: null,
  })
  return {
    SelectionPermissions: by(({ documentIds }) => {
      const found = chosen(documentIds as string[])
      const permissions = GROUPS.map((name) => {
        const on = found.filter((entry) => isOn(entry, name)).length
        const [level = 'NONE', ...others] = new Set(found.map((entry) => levelIn(entry, name)))
        return {
          __typename: 'SelectionPermission',
          id: `${found.map(({ id }) => id).join(',')}:${name}`,
          permissible: on === found.length ? true : on === 0 ? false : null,
          level: others.length === 0 ? level : null,
          rendition: 'FULL',
          differsBelow: false,
          principal: principal(name),
        }
      })
      return {
        data: {
          documentPermissions: {
            __typename: 'SelectionPermissions',
            documentIds: found.map(({ id }) => id),
            includesLater: false,
            files: found.length,
            folders: 0,
            permissions: found.length === 0 ? [] : permissions,
          },
        },
      }
    }),
    FilesWithoutPages: by(({ documentIds }) => ({
      data: {
        documentPermissions: {
          __typename: 'SelectionPermissions',
          withoutPages: chosen(documentIds as string[]).filter(({ name }) => /\.(dwg|heic)$/.test(name))
            .length,
        },
      },
    })),
    UpdateDocumentPermission: by(({ documentPermissionId, permissible }) => {
      const colon = String(documentPermissionId).lastIndexOf(':')
      const name = String(documentPermissionId).slice(colon + 1)
      const ids = String(documentPermissionId).slice(0, colon).split(',')
      if (chosen(ids).length < ids.length) return refused('NOT_FOUND', 'Document not found.')
      for (const entry of chosen(ids)) {
        const others = (entry.permitted ?? []).filter((each) => each !== name)
        replace(entry, { permitted: permissible ? [...others, name] : others })
      }
      return {
        data: {
          updateDocumentPermission: {
            __typename: 'UpdateDocumentPermissionPayload',
            changeId: 'change',
            documentPermission: { __typename: 'DocumentPermission', id: documentPermissionId, permissible },
            documents: chosen(ids).map(permitted),
          },
        },
      }
    }),
    PermissionDifference: by(({ documentIds, principalIds, principalId, permissible }) => {
      const found = chosen(documentIds as string[])
      const others = GROUPS.filter((name) => found.some((entry) => isOn(entry, name)) && name !== principalId)
      const wanted = (principalIds as string[] | undefined) ?? [
        ...others,
        ...(permissible ? [String(principalId)] : []),
      ]
      const of = (isLosing: boolean) =>
        GROUPS.flatMap((name) => {
          const files = found.filter(
            (entry) => isOn(entry, name) === isLosing && wanted.includes(name) !== isLosing,
          ).length
          const difference = {
            __typename: 'PrincipalDifference',
            principal: principal(name),
            files,
            folders: 0,
          }
          return files > 0 ? [difference] : []
        })
      return {
        data: {
          permissionDifference: {
            __typename: 'PermissionDifference',
            gaining: of(false),
            losing: of(true),
            files: found.length,
            folders: 0,
            undoable: true,
          },
        },
      }
    }),
    LevelDifference: by(({ documentIds, changes }) => {
      const found = chosen(documentIds as string[])
      const rows = (changes as { principalId: string; level?: string }[]).flatMap(({ principalId, level }) =>
        Object.entries(Object.groupBy(found, (entry) => levelIn(entry, principalId))).flatMap(
          ([from, those]) =>
            from === (level ?? from)
              ? []
              : {
                  __typename: 'LevelDifferenceRow',
                  principal: principal(principalId),
                  from,
                  to: level,
                  fromRendition: 'FULL',
                  toRendition: 'FULL',
                  files: those?.length ?? 0,
                  folders: 0,
                },
        ),
      )
      const difference = { __typename: 'LevelDifference', lowered: rows, raised: [], undoable: true }
      return { data: { levelDifference: difference } }
    }),
    UndoPermissionChange: by(() => {
      return {
        data: { undoPermissionChange: { __typename: 'UndoPermissionChangePayload', documents: [] } },
      }
    }),
    PermitDocuments: by(({ documentIds, principalIds }) => {
      const ids = documentIds as string[]
      if (chosen(ids).length < ids.length) return refused('NOT_FOUND', 'Document not found.')
      for (const entry of chosen(ids)) replace(entry, { permitted: principalIds as string[] })
      return {
        data: {
          permitDocuments: {
            __typename: 'PermitDocumentsPayload',
            changeId: 'change',
            documents: chosen(ids).map(permitted),
          },
        },
      }
    }),
    RestrictedDocuments: by(() => ({
      data: {
        documentTree: {
          __typename: 'DocumentTree',
          id: TREE,
          restricted: { __typename: 'RestrictedCounts', files: 2, folders: 1 },
        },
      },
    })),
    UpdateDocumentTree: by(({ permissionType }) => ({
      data: {
        updateDocumentTree: {
          __typename: 'UpdateDocumentTreePayload',
          documentTree: { __typename: 'DocumentTree', id: TREE, permissionsType: permissionType },
        },
      },
    })),
    DocumentLabels: by(() => ({ data: { documentLabels: labels.map(labelOf) } })),
    LabelsOfDocument: by(({ documentId }) => {
      const entry = entries.find(({ id }) => id === documentId)
      if (!entry) return refused('NOT_FOUND', 'Document not found.')
      return {
        data: {
          document: { __typename: 'Document', id: entry.id, labels: (entry.labels ?? []).map(labelOf) },
        },
      }
    }),
    CreateDocumentLabel: by(({ label }) => {
      const taken = labels.includes(String(label))
      if (!taken) labels.push(String(label))
      return {
        data: {
          createDocumentLabel: {
            __typename: 'CreateDocumentLabelPayload',
            documentLabel: taken ? null : labelOf(String(label)),
            errors: taken
              ? [
                  {
                    __typename: 'FieldError',
                    field: 'label',
                    message: 'A label with this text already exists.',
                  },
                ]
              : [],
          },
        },
      }
    }),
    ChangeDocumentLabels: by(({ documentIds, addLabelIds, removeLabelIds }) => {
      const found = chosen(documentIds as string[])
      const isIn = (ids: unknown, label: string) => (ids as string[]).includes(labelOf(label).id)
      for (const entry of found) {
        const has = (label: string) => (entry.labels ?? []).includes(label) || isIn(addLabelIds, label)
        replace(entry, { labels: labels.filter((label) => has(label) && !isIn(removeLabelIds, label)) })
      }
      const payload = { __typename: 'ChangeDocumentLabelsPayload', count: found.length }
      return { data: { changeDocumentLabels: payload } }
    }),
    SetDocumentLabels: by(({ documentId, labelIds, formerLabelIds }) => {
      const entry = entries.find(({ id }) => id === documentId)
      if (!entry) return refused('NOT_FOUND', 'Document not found.')
      const former = (entry.labels ?? []).map((label) => labelOf(label).id)
      if (JSON.stringify(former) !== JSON.stringify(formerLabelIds)) {
        return refused('CONFLICT', 'Someone else has just changed these labels. Please check and try again.')
      }
      const chosenLabels = labels.filter((label) => (labelIds as string[]).includes(labelOf(label).id))
      replace(entry, { labels: chosenLabels })
      return {
        data: {
          setDocumentLabels: {
            __typename: 'SetDocumentLabelsPayload',
            document: { __typename: 'Document', id: entry.id, labels: chosenLabels.map(labelOf) },
          },
        },
      }
    }),
  }
}

const WHOLE: Entry = { id: ROOT, name: 'Documents', folder: true, permitted: GROUPS }
