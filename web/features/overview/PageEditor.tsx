import Button from '@mui/material/Button'
import { IconCloudUp, IconMap, IconPhoto, IconPlus, IconTimeline } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { formatNumber } from '../../../shared/format/number.ts'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { logOnly } from '../../telemetry/index.ts'
import {
  Alert,
  BusyButton,
  CancelButton,
  ConflictPanel,
  LastEdit,
  lazily,
  MenuButton,
  PanelBar,
  Segments,
  UnsavedMark,
  UnsavedPart,
  useBreakpoint,
} from '../../ui/index.ts'
import { MarkdownField, type MarkdownHandle } from '../../ui/markdown/MarkdownField.tsx'
import { useTopOf } from '../../ui/page/useTopOf.ts'
import { cssVars } from '../../ui/theme/cssVars.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type OverviewEntity, subjectOf } from './entity.ts'
import {
  CreateTimelineDocument,
  SaveSubpageTextDocument,
  type SubpageTextFragment,
} from './operations.generated.ts'

const GuideDialog = lazily(async () => (await import('./GuideDialog.tsx')).GuideDialog)
const MediaDialog = lazily(async () => (await import('./MediaDialog.tsx')).MediaDialog)

const EditorBar = styled(PanelBar)(({ theme }) => ({
  background: 'none',
  flexWrap: 'wrap',
  gap: '4px 12px',
  minHeight: 52,
  padding: '0 20px 0 24px',
  '& > h2': { flex: '1 1 200px', margin: 0, ...theme.typography.h3, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: { padding: '8px 12px', gap: 4, '& > h2': { flexBasis: '100%' } },
}))

const Panes = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  height: 'max(372px, calc(100vh - var(--editor-top, 190px) - 52px - 56px - 18px))',
  '& > div': { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  '& > div + div': {
    borderLeft: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.background.default,
  },
  '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Caption = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 24px',
  ...theme.typography.caption,
  fontWeight: 500,
  color: theme.vars.palette.ink2,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

const Preview = styled('div')({ flex: 1, overflowY: 'auto', padding: '20px 24px' })

const EditorFoot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '0 20px 0 24px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('lg')]: { position: 'sticky', bottom: 0, padding: '0 12px' },
  '& > p': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 84,
    margin: 0,
    ...theme.typography.caption,
    fontWeight: 500,
    color: theme.vars.palette.ink2,
  },
  '& > div': { display: 'flex', alignItems: 'center', gap: 8, marginLeft: 'auto' },
}))

const Met = styled('div')({ padding: '12px 24px' })

const TOO_LONG = `A page holds at most ${formatNumber(OVERVIEW_LIMITS.description)} characters. Please split it.`

/** Brings what stands at the caret into view: as far down the preview as its line is down the text. */
function follow(preview: HTMLElement, { value, selectionStart }: HTMLTextAreaElement): void {
  const line = value.slice(0, selectionStart).split('\n').length - 1
  const last = value.split('\n').length - 1
  preview.scrollTop = last === 0 ? 0 : (line / last) * (preview.scrollHeight - preview.clientHeight)
}

const SEGMENTS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

interface PageEditorProps {
  entity: OverviewEntity
  page: SubpageTextFragment
  preview: (markdown: string) => ReactNode
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** A page while its text is edited: markdown beside what readers will see (SUBP-08 to SUBP-18). */
export function PageEditor({ entity, page, preview, onClose, onSaved }: PageEditorProps) {
  // What others save meanwhile does not change the text in the editor.
  const [before, setBefore] = useState(page)
  const [text, setText] = useState(page.description)
  const [newer, setNewer] = useState<{ description: string; revision: number } | null>(null)
  const [refusal, setRefusal] = useState('')
  const [dialog, setDialog] = useState<'guide' | 'media' | null>(null)
  const [pane, setPane] = useState<'write' | 'preview'>('write')
  const wide = useBreakpoint('lg')
  const field = useRef<MarkdownHandle>(null)
  const isSaved = useRef(false)
  const running = useRef<Promise<unknown>>(undefined)
  const markId = useId()
  const head = useRef<HTMLDivElement>(null)
  const previewed = useRef<HTMLDivElement>(null)
  // The panes end at the window's lower edge, wherever the page's header ends.
  const top = useTopOf(head)
  const save = useAction(SaveSubpageTextDocument)
  const timeline = useAction(CreateTimelineDocument)
  const isTooLong = text.length > OVERVIEW_LIMITS.description
  const shown = useDeferredValue(isTooLong ? '' : text)

  const isChanged = text !== before.description
  const send = async () => {
    setRefusal(isTooLong ? TOO_LONG : '')
    if (isTooLong) return
    const { data, problem } = await save.attempt({
      id: page.id,
      subjectType: entity.type,
      description: text,
      revision: before.revision,
    })
    if (data) {
      isSaved.current = true
      await onSaved()
      return
    }
    if (problem?.conflict?.of === 'page') {
      const { revision, newer: theirs } = problem.conflict
      setNewer({ description: theirs.description, revision })
    } else if (problem?.code === 'NOT_FOUND') {
      setRefusal('This page has been deleted meanwhile. Copy your text before you leave.')
    } else if (problem?.code === 'BAD_USER_INPUT') setRefusal(problem.message)
    // Other failures are logged only; what was typed stays (SUBP-24, ERR-14).
    else if (problem) logOnly(new Error('The page could not be saved.', { cause: problem }))
  }
  const onSave = async () => {
    running.current = send()
    await running.current
    running.current = undefined
  }
  const insertTimeline = async () => {
    const { data, problem } = await timeline.attempt(subjectOf(entity))
    if (data) field.current?.insert(`<Timeline id="${data.createTimeline.id}" />`)
    // SUBP-24
    else if (problem) logOnly(new Error('The timeline could not be created.', { cause: problem }))
  }
  const tools = (
    <MenuButton
      label="Insert Component"
      variant="outlined"
      size="small"
      startIcon={<IconPlus />}
      entries={[
        {
          key: 'map',
          label: 'Map',
          hint: 'Projects with coordinates',
          icon: <IconMap size={17} />,
          onSelect: () => field.current?.insert('<Map />'),
        },
        {
          key: 'image',
          label: 'Image',
          hint: 'PNG, JPG or GIF, up to 10 MB',
          icon: <IconPhoto size={17} />,
          onSelect: () => setDialog('media'),
        },
        {
          key: 'timeline',
          label: 'Timeline',
          hint: 'New, with one milestone',
          icon: <IconTimeline size={17} />,
          onSelect: () => void insertTimeline(),
        },
        {
          key: 'guide',
          label: 'Markdown guide',
          hint: 'Net yield, factoids and all else',
          divider: true,
          onSelect: () => setDialog('guide'),
        },
      ]}
    />
  )
  return (
    <UnsavedPart unsaved={() => isChanged && !isSaved.current} settle={() => running.current}>
      <EditorBar ref={head}>
        <h2>{page.title}</h2>
        {!wide && <Segments label="Show" segments={SEGMENTS} value={pane} onChange={setPane} />}
        <Button variant="text" onClick={() => setDialog('guide')}>
          Markdown guide
        </Button>
        <Button variant="text" onClick={() => setDialog('media')}>
          Media
        </Button>
      </EditorBar>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      {newer && (
        <Met>
          <ConflictPanel
            overlaps={[{ key: 'text', mine: text || '(empty)', theirs: newer.description || '(empty)' }]}
            onChoose={(_keys, side) => {
              setBefore({ ...before, ...newer })
              if (side === 'theirs') setText(newer.description)
              setNewer(null)
            }}
          />
        </Met>
      )}
      <Panes
        data-single={wide ? undefined : ''}
        style={top === undefined ? undefined : cssVars({ '--editor-top': `${top}px` })}
      >
        {(wide || pane === 'write') && (
          <div
            onSelect={({ target }) => {
              if (target instanceof HTMLTextAreaElement && previewed.current)
                follow(previewed.current, target)
            }}
          >
            <MarkdownField
              label={`Markdown of ${page.title}`}
              value={text}
              onChange={setText}
              tools={tools}
              handle={field}
              disabled={save.busy}
            />
          </div>
        )}
        {(wide || pane === 'preview') && (
          <div>
            <Caption>Preview</Caption>
            <Preview ref={previewed} data-preview="">
              {isTooLong ? <p>{TOO_LONG}</p> : preview(shown)}
            </Preview>
          </div>
        )}
      </Panes>
      <EditorFoot>
        <p role="status">
          {(save.busy || timeline.busy) && (
            <>
              <IconCloudUp size={14} aria-hidden="true" />
              Saving...
            </>
          )}
        </p>
        <LastEdit at={page.modifiedAt} />
        <div>
          {isChanged && <UnsavedMark id={markId} />}
          <CancelButton disabled={save.busy} onClose={onClose} />
          <BusyButton
            variant="contained"
            busy={save.busy}
            disabled={newer !== null}
            aria-describedby={isChanged ? markId : undefined}
            onClick={onSave}
          >
            Save
          </BusyButton>
        </div>
      </EditorFoot>
      {dialog === 'guide' && <GuideDialog onClose={() => setDialog(null)} />}
      {dialog === 'media' && (
        <MediaDialog
          entity={entity}
          page={page}
          text={text}
          onClose={() => setDialog(null)}
          onChoose={({ id, name }) => {
            const tag = entity.type === 'PORTFOLIO' ? 'SubpageMedia' : 'HoldCoSubpageMedia'
            // For those who can't see it, to begin with; the author may say it better.
            const alt = name.replace(/\.[^.]*$/, '').replace(/["<>]/g, '')
            field.current?.insert(`<${tag} id="${id}" alt="${alt}" />`)
            setDialog(null)
          }}
        />
      )}
    </UnsavedPart>
  )
}
