import { useRef, useState } from 'react'
import { type FileKind, fileKind } from '../../../shared/fileKind.ts'
import { styled } from '../theme/styled.tsx'

interface FileGlyphProps {
  /** Name of the file: its extension decides (FMT-10, FMT-11). */
  name: string
  /** Address of a small picture of the file, which takes the glyph's place (DOC-06, FMT-10). */
  thumbnail?: string | null
  /** The thumbnail did not load, such as when its address had expired. */
  onLost?: () => void
}

const Thumbnail = styled('img')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: 22,
  height: 22,
  borderRadius: 3,
  objectFit: 'cover',
  backgroundColor: theme.vars.palette.neutral.tint,
  // A page has the form of one, an edge since it may be as white as what it lies on, and the colour of its kind.
  '&[data-kind="pdf"]': {
    boxSizing: 'border-box',
    width: 17,
    margin: '0 2.5px',
    border: `1px solid ${theme.vars.palette.lineStrong}`,
    borderBottom: '3px solid var(--hr-palette-danger-main)',
    borderRadius: 2,
    objectPosition: 'top',
  },
}))

const COLORS: Record<FileKind, string> = {
  pdf: 'var(--hr-palette-danger-main)',
  word: 'var(--hr-palette-info-main)',
  sheet: 'var(--hr-palette-success-main)',
  image: 'var(--hr-palette-violet-main)',
  file: 'var(--hr-palette-ink3)',
}

const LABELS: Record<FileKind, string> = {
  pdf: 'PDF',
  word: 'Word document',
  sheet: 'Spreadsheet',
  image: 'Image',
  file: 'File',
}

/** An address without its signature: what it shows. */
const contentOf = (address: string): string => address.split('?')[0] ?? address

/**
 * The address to show a picture by: the first one of each content, since a fresh address of what is shown already
 * must not load it again, and another once that one has failed.
 */
function useSteadyAddress(given: string | null): { address: string | null; fail: () => void } {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = useRef<string | null>(null)
  const isOther = !shown.current || !given || contentOf(shown.current) !== contentOf(given)
  if (isOther || shown.current === failed) shown.current = given
  const address = shown.current === failed ? null : shown.current
  return { address, fail: () => setFailed(address) }
}

/** The glyph of a file's kind, or its thumbnail; a thumbnail that does not load gives way to the glyph. */
export function FileGlyph({ name, thumbnail, onLost }: FileGlyphProps) {
  const { address, fail } = useSteadyAddress(thumbnail ?? null)
  const kind = fileKind(name)
  if (address !== null) {
    const onError = () => {
      fail()
      onLost?.()
    }
    return (
      <Thumbnail src={address} alt="" data-kind={kind} loading="lazy" decoding="async" onError={onError} />
    )
  }
  return (
    <Glyph label={LABELS[kind]} kind={kind}>
      <path
        d="M6 2.75h6.6l4.65 4.65V18a1.25 1.25 0 0 1-1.25 1.25H6A1.25 1.25 0 0 1 4.75 18V4A1.25 1.25 0 0 1 6 2.75z"
        fill="var(--hr-palette-surface)"
      />
      <path d="M12.5 2.9v3.6a1 1 0 0 0 1 1h3.6" />
      <Inside kind={kind} />
    </Glyph>
  )
}

function Inside({ kind }: { kind: FileKind }) {
  if (kind === 'pdf') {
    return (
      <text
        x="11"
        y="16"
        fontSize="5.4"
        fontWeight="700"
        textAnchor="middle"
        fill="currentColor"
        stroke="none"
      >
        PDF
      </text>
    )
  }
  if (kind === 'word') return <path d="M7.6 10.6h6.8M7.6 13.2h6.8M7.6 15.8h4.2" />
  if (kind === 'sheet') return <path d="M7.4 10.4h7.2v5.8H7.4zM7.4 13.3h7.2M11 10.4v5.8" />
  if (kind === 'image') {
    return (
      <>
        <circle cx="8.6" cy="10.6" r="1.1" />
        <path d="M7 16.2l2.8-2.9 1.7 1.6 1.4-1.3 2.1 2.6" />
      </>
    )
  }
  return <path d="M7.6 11.6h6.8M7.6 14.6h4.6" />
}

/** The folder's glyph. */
export function FolderGlyph() {
  return (
    <Glyph label="Folder" kind="folder">
      <path
        d="M3.25 16.5v-11c0-.7.55-1.25 1.25-1.25h3.4c.35 0 .68.15.92.4l1.5 1.6h7.18c.7 0 1.25.55 1.25 1.25v9c0 .7-.55 1.25-1.25 1.25h-13c-.7 0-1.25-.55-1.25-1.25z"
        fill="var(--hr-palette-accent-tint)"
      />
    </Glyph>
  )
}

function Glyph({
  kind,
  label,
  children,
}: {
  kind: FileKind | 'folder'
  label: string
  children: React.ReactNode
}) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 22 22"
      role="img"
      aria-label={label}
      data-kind={kind}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none', color: kind === 'folder' ? 'var(--hr-palette-primary-main)' : COLORS[kind] }}
    >
      {children}
    </svg>
  )
}
