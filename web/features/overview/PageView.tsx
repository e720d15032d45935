import Button from '@mui/material/Button'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import type {
  NetYieldRowFragment,
  SubpageEntryFragment,
  SubpageTextFragment,
} from '../../graphql/operations.generated.ts'
import { useAction } from '../../graphql/useAction.ts'
import { ErrorState, LastEdit, lazily, MenuButton, Panel, SkeletonLines } from '../../ui/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { BESIDE, embedded, MediaImage } from './embedded.tsx'
import { editsOverview, type OverviewEntity } from './entity.ts'
import { DeleteSubpageDocument, ReorderSubpageDocument } from './operations.generated.ts'

const PageEditor = lazily(async () => (await import('./PageEditor.tsx')).PageEditor, <SkeletonLines />)
const SettingsDialog = lazily(async () => (await import('./SettingsDialog.tsx')).SettingsDialog)
const DeleteDialog = lazily(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

const Sheet = styled(Panel)({ minWidth: 0, overflow: 'clip' })

const ArticleHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 16px',
  padding: '16px 32px 4px',
  '& > h2': { flex: '1 1 240px', margin: 0, ...theme.typography.title, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: { padding: '12px 16px 4px' },
}))

const Body = styled('div')(({ theme }) => ({
  padding: '8px 32px 12px',
  [theme.breakpoints.down('md')]: { padding: '8px 16px 12px' },
}))

const Paging = styled('nav')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 16,
  padding: '8px 24px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '& small': { display: 'block', ...theme.typography.note },
  '& > *': { textAlign: 'left', color: theme.vars.palette.accent.text },
  '& > [data-next]': { marginLeft: 'auto', textAlign: 'right' },
}))

interface PageViewProps {
  entity: OverviewEntity
  page: SubpageTextFragment
  yields: readonly NetYieldRowFragment[]
  /** Which of both a restricted page names (SUBP-28). */
  principals: 'ROLE' | 'GROUP'
  map: ReactNode
  previous: SubpageEntryFragment | undefined
  next: SubpageEntryFragment | undefined
  addressOf: (page: { slug: string }) => string
  editing: boolean
  onEditing: (editing: boolean) => void
  refetch: () => Promise<unknown>
}

/** A page of the overview: read, or edited in its place (SUBP-16). */
export function PageView(props: PageViewProps) {
  const { entity, page, yields, principals, map, previous, next, addressOf, editing, onEditing, refetch } =
    props
  const [dialog, setDialog] = useState<'settings' | 'delete' | null>(null)
  const navigate = useNavigate()
  const reorder = useAction(ReorderSubpageDocument, { refresh: refetch })
  const at = { subpageId: page.id, subjectType: entity.type }
  const text = (markdown: string, editable: boolean) => (
    <Markdown
      text={markdown}
      beside={BESIDE}
      components={embedded({ entity, yields, map, editable })}
      image={(url, description) => <MediaImage url={url} description={description} />}
      linkTo={(slug) => addressOf({ slug })}
    />
  )
  return (
    <Sheet>
      {editing ? (
        <PageEditor
          entity={entity}
          page={page}
          preview={(markdown) => text(markdown, false)}
          onClose={() => onEditing(false)}
          onSaved={async () => {
            await refetch()
            onEditing(false)
          }}
        />
      ) : (
        <>
          <ArticleHead>
            <h2>{page.title}</h2>
            {editsOverview(entity) && (
              <>
                <LastEdit at={page.modifiedAt} />
                <Button variant="outlined" startIcon={<IconPencil />} onClick={() => onEditing(true)}>
                  Edit
                </Button>
                <MenuButton
                  label={`Actions for ${page.title}`}
                  icon={<IconDots size={17} />}
                  entries={[
                    { key: 'settings', label: 'Title and access', onSelect: () => setDialog('settings') },
                    ...(previous
                      ? [
                          {
                            key: 'up',
                            label: 'Move up',
                            onSelect: () => void reorder.act({ ...at, up: true }),
                          },
                        ]
                      : []),
                    ...(next
                      ? [
                          {
                            key: 'down',
                            label: 'Move down',
                            onSelect: () => void reorder.act({ ...at, up: false }),
                          },
                        ]
                      : []),
                    {
                      key: 'delete',
                      label: 'Delete page',
                      tone: 'danger',
                      divider: true,
                      onSelect: () => setDialog('delete'),
                    },
                  ]}
                />
              </>
            )}
          </ArticleHead>
          <Body>
            {reorder.problem && <ErrorState message={reorder.problem.message} />}
            {text(page.description, true)}
          </Body>
        </>
      )}
      {(previous || next) && (
        <Paging aria-label="Pages">
          {previous && (
            <Step to={addressOf(previous)} label="Previous" disabled={editing} icon={<IconArrowLeft />}>
              {previous.title}
            </Step>
          )}
          {next && (
            <Step to={addressOf(next)} label="Next" disabled={editing} end={<IconArrowRight />}>
              {next.title}
            </Step>
          )}
        </Paging>
      )}
      {dialog === 'settings' && (
        <SettingsDialog
          entity={entity}
          page={page}
          principals={principals}
          onClose={() => setDialog(null)}
          onSaved={async () => {
            await refetch()
            setDialog(null)
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          what="page"
          sentence={`“${page.title}” will be deleted with its images.`}
          mutation={DeleteSubpageDocument}
          variables={at}
          onClose={() => setDialog(null)}
          onDeleted={async () => {
            // SUBP-22
            const other = next ?? previous
            if (!other) await refetch()
            navigate(other ? addressOf(other) : entity.address)
          }}
        />
      )}
    </Sheet>
  )
}

interface StepProps {
  to: string
  label: string
  disabled: boolean
  icon?: ReactNode
  end?: ReactNode
  children: string
}

/** The page before or after (SUBP-19); not while this one is edited (SUBP-17). */
function Step({ to, label, disabled, icon, end, children }: StepProps) {
  return (
    <Button
      component={RouterLink}
      to={to}
      variant="text"
      disabled={disabled}
      startIcon={icon}
      endIcon={end}
      data-next={end ? '' : undefined}
    >
      <span>
        <small>{label}</small>
        {children}
      </span>
    </Button>
  )
}
