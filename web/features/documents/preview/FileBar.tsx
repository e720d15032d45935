import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDownload,
  IconEye,
  IconMaximize,
  IconMinimize,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import {
  BusyButton,
  Chip,
  type Command,
  CopyLinkButton,
  lazily,
  MenuButton,
  type MenuEntry,
  MiddleEllipsis,
  menuEntries,
  PanelBar,
  RelativeTime,
  Rule,
  Tooltip,
  useBreakpoint,
  useCopied,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LabelChips } from '../labels/index.ts'
import { copyCommand, downloadCommand, inOrder } from '../operations/index.ts'
import { rootIdOf } from '../place/address.ts'
import { type FileRef, isGivenFile, type OpenDocument, usePlace } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'

const SearchState = lazily(async () => (await import('./SearchState.tsx')).SearchState)

const HeadBar = styled(PanelBar)(({ theme }) => ({
  gap: 4,
  height: 48,
  paddingRight: 8,
  [theme.breakpoints.down('md')]: { height: 57, padding: '0 4px' },
}))

const Named = styled('div')(({ theme }) => ({
  flex: '0 1 auto',
  minWidth: 0,
  '& > small': { display: 'block', ...theme.typography.note },
}))

const Name = styled('h2')(({ theme }) => ({
  display: 'flex',
  margin: 0,
  ...theme.typography.h4,
}))

const Field = styled('div')({ flex: 1, minWidth: 0 })

const Facts = styled('span')(({ theme }) => ({
  flex: '1 1 auto',
  marginLeft: 12,
  whiteSpace: 'nowrap',
  ...theme.typography.note,
  '& > span:last-child': { marginLeft: 12 },
  // What one may do with it (VIEW-01).
  '& > b': { marginRight: 12 },
}))

/** The download of one file, for the buttons that start it. */
export interface FileDownload {
  readonly busy: boolean
  readonly start: () => void
}

interface FileBarProps {
  file: OpenDocument
  downloads: FileDownload
  /** What else one may do with the file, such as Rename and Delete. */
  operations: readonly MenuEntry[]
  /** In the place of the name, while it is being changed. */
  inPlaceOfName: ReactNode
  /** Whether the preview covers all of the window; none where it always does. */
  full?: { is: boolean; toggle: () => void } | undefined
}

/** A file's name, the way to its neighbours, and what one may do with it (DOC-10 to DOC-12). */
export function FileBar({ file, downloads, operations, inPlaceOfName, full }: FileBarProps) {
  const wide = useBreakpoint('md')
  const { addresses } = usePlace()
  const level = file.level === 'ORIGINAL' ? null : LEVEL_NAMES[file.level]
  return (
    <HeadBar>
      {!wide && <BackToFolder file={file} />}
      {inPlaceOfName ? (
        <Field>{inPlaceOfName}</Field>
      ) : (
        <>
          <Named>
            <Name>
              <MiddleEllipsis text={numberedName(file)} />
            </Name>
            {!wide && level !== null && <small>{level}</small>}
          </Named>
          <Facts>
            {wide && (
              <>
                {level !== null && (
                  <b>
                    <Chip icon={<IconEye />}>{level}</Chip>
                  </b>
                )}
                {sizeText(file)} · <RelativeTime at={file.modifiedTimestamp} />
                {file.versionCount > 1 && ` · ${file.versionCount} versions`}
                <SearchState fileId={file.id} inline />
                {file.labels.length > 0 && <LabelChips labels={file.labels} />}
              </>
            )}
          </Facts>
        </>
      )}
      <Sibling file={file.previousFile} label="Previous file" to={addresses.to}>
        <IconChevronLeft />
      </Sibling>
      <Sibling file={file.nextFile} label="Next file" to={addresses.to}>
        <IconChevronRight />
      </Sibling>
      {wide ? (
        <>
          <Rule />
          <CopyLinkButton variant="text" link={addresses.link(file.id)} />
          {isGivenFile(file) && <DownloadButton downloads={downloads} />}
          {full && (
            <Tooltip title={full.is ? 'Leave the full window (Esc)' : 'Full window'}>
              <IconButton aria-label="Full window" aria-pressed={full.is} onClick={full.toggle}>
                {full.is ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
              </IconButton>
            </Tooltip>
          )}
          {operations.length > 0 && <MenuButton label="Actions" icon={<IconDots />} entries={operations} />}
        </>
      ) : (
        <FileMenu file={file} link={addresses.link(file.id)} downloads={downloads} operations={operations} />
      )}
    </HeadBar>
  )
}

function BackToFolder({ file }: { file: OpenDocument }) {
  const { tree, addresses } = usePlace()
  const folder = file.ancestors.at(-1)
  return (
    <IconButton
      component={Link}
      to={addresses.to(folder?.id ?? rootIdOf(tree.id))}
      aria-label={`Back to ${folder?.name ?? 'the folder'}`}
    >
      <IconChevronLeft size={20} />
    </IconButton>
  )
}

interface SiblingProps {
  /** None at the end of the folder. */
  file: FileRef | null
  label: string
  to: (id: string) => string
  children: ReactNode
}

function Sibling({ file, label, to, children }: SiblingProps) {
  if (!file) {
    return (
      <IconButton disabled aria-label={label}>
        {children}
      </IconButton>
    )
  }
  return (
    <Tooltip title={file.name}>
      <IconButton component={Link} to={to(file.id)} preventScrollReset aria-label={label}>
        {children}
      </IconButton>
    </Tooltip>
  )
}

/** Starts the file's download; busy while its address is asked for (DOP-20). */
export function DownloadButton({ downloads, contained }: { downloads: FileDownload; contained?: boolean }) {
  return (
    <BusyButton
      busy={downloads.busy}
      variant={contained ? 'contained' : 'text'}
      startIcon={<IconDownload />}
      onClick={downloads.start}
    >
      Download
    </BusyButton>
  )
}

interface FileMenuProps extends Pick<FileBarProps, 'file' | 'downloads' | 'operations'> {
  link: string
}

function FileMenu({ file, link, downloads, operations }: FileMenuProps) {
  const { copy } = useCopied()
  const commands: readonly Command<OpenDocument>[] = [
    downloadCommand(downloads.start),
    copyCommand(() => void copy(link)),
  ]
  return (
    <MenuButton
      label="Actions"
      icon={downloads.busy ? <CircularProgress size={18} thickness={5} /> : <IconDots size={20} />}
      entries={inOrder([...menuEntries(commands, file), ...operations])}
    />
  )
}
