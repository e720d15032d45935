import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SearchField, Segments, useAddressText, useBreakpoint } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { searchOf, withSearch } from '../place/term.ts'

/** The field of a search, with the address that it follows and changes (DOC-04, DOC-21). `label` in place of its own. */
export function SearchBox({ autoFocus, label: given }: { autoFocus?: boolean; label?: string }) {
  const [address, setAddress] = useSearchParams()
  const search = searchOf(address)
  const { text, setText } = useAddressText(search.text, (term) =>
    setAddress((before) => withSearch(before, { ...search, text: term }), {
      replace: true,
      preventScrollReset: true,
    }),
  )
  const holder = useRef<HTMLDivElement>(null)
  useSlash(() => holder.current?.querySelector('input')?.focus())
  const label = given ?? (search.everywhere ? 'Search everywhere' : 'Search this folder')
  return (
    <div ref={holder} style={{ display: 'contents' }}>
      <SearchField value={text} onChange={setText} label={label} autoFocus={autoFocus ?? false} yields />
    </div>
  )
}

/** What a slash is typed into. */
const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]'

/** The slash leads to the search, unless one is typing. */
function useSlash(go: () => void): void {
  const goToSearch = useEffectEvent(go)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.target instanceof Element && event.target.closest(FIELDS)) return
      event.preventDefault()
      goToSearch()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const Row = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, paddingBottom: 12 })

/** The search of a phone: its field in a row of its own, with where to search below. */
export function PhoneSearch({ searching, scoped }: { searching: boolean; scoped: boolean }) {
  return (
    <Row>
      <SearchBox autoFocus={!searching} />
      {searching && scoped && <SearchScope />}
      {searching && <SearchDepth />}
    </Row>
  )
}

/** Whether contents are searched, too, or names alone (FIND-05). */
export function SearchDepth() {
  const [address, setAddress] = useSearchParams()
  const search = searchOf(address)
  return (
    <Segments
      label="What to search"
      segments={[
        { value: 'contents', label: 'Names and contents' },
        { value: 'names', label: 'Names only' },
      ]}
      value={search.namesOnly ? 'names' : 'contents'}
      onChange={(what) =>
        setAddress((before) => withSearch(before, { ...search, namesOnly: what === 'names' }), {
          replace: true,
          preventScrollReset: true,
        })
      }
    />
  )
}

/** Whether the folder in view or the whole tree is searched (DOC-04). */
export function SearchScope() {
  const wide = useBreakpoint('md')
  const [address, setAddress] = useSearchParams()
  const search = searchOf(address)
  return (
    <div style={wide ? { margin: '-4px 0' } : undefined}>
      <Segments
        label="Where to search"
        segments={[
          { value: 'folder', label: 'This folder' },
          { value: 'all', label: 'Everywhere' },
        ]}
        value={search.everywhere ? 'all' : 'folder'}
        onChange={(where) =>
          setAddress((before) => withSearch(before, { ...search, everywhere: where === 'all' }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
    </div>
  )
}
