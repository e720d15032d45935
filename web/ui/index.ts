/** The UI kit: one way to do each thing, no word of the domain. */

export { AppProviders, Look, useColorMode } from './AppProviders.tsx'
export { ConfirmContent } from './dialog/ConfirmContent.tsx'
export { Dialog, DialogBody, DialogFoot } from './dialog/Dialog.tsx'
export { SecretDialog } from './dialog/SecretDialog.tsx'
export { Alert, useTimedAlert } from './feedback/Alert.tsx'
export { BusyButton } from './feedback/BusyButton.tsx'
export { ProgressBar } from './feedback/ProgressBar.tsx'
export { Loading, NotYet, SkeletonBar, SkeletonLines } from './feedback/Skeletons.tsx'
export { EmptyState, ErrorState } from './feedback/States.tsx'
export { BarCell } from './figures/BarCell.tsx'
export { Chip, type DotColor, LabelDot, StatusDot } from './figures/Chip.tsx'
export { ChipList } from './figures/ChipList.tsx'
export { FigureLine } from './figures/FigureLine.tsx'
export { type LedgerTile, LedgerTiles } from './figures/LedgerTiles.tsx'
export { Trend } from './figures/Trend.tsx'
export {
  type Autosave,
  AutosaveScope,
  AutosaveStatus,
  CancelButton,
  CheckField,
  CodeField,
  ComboBox,
  ComboField,
  type ComboOption,
  type ComboSearch,
  type Conflict,
  ConflictPanel,
  DateField,
  type FieldWords,
  Form,
  type FormProblem,
  type FormSection,
  FormSections,
  type Leave,
  NumberField,
  numberIn,
  onJoined,
  PasswordField,
  PhoneField,
  ReadOnlyField,
  RepeatedRows,
  type RowsColumn,
  type RowsRow,
  type SaveOutcome,
  SelectField,
  type SelectOption,
  SubmitButton,
  SwitchField,
  TextArea,
  TextField,
  UnsavedMark,
  UnsavedPart,
  unsavedInPage,
  useAutosave,
  useConflict,
  useFileChooser,
  useLeave,
  useUnsaved,
} from './form/index.ts'
export { Switch, type SwitchProps } from './form/Switch.tsx'
export { FrontDoor } from './frontdoor/FrontDoor.tsx'
export { type Cell, CellGrid, type CellProps, type RowHead } from './grid/index.ts'
export { CheckList } from './list/CheckList.tsx'
export { FilterMenu, type FilterOption } from './list/FilterMenu.tsx'
export {
  ListFoot,
  type ListPlace,
  type ListState,
  ListTools,
  type PagedRows,
  PagedTable,
  pageOf,
  rangeText,
  sortsOf,
  useAddressText,
  useExistingPage,
  useListState,
  withPage,
} from './list/index.ts'
export { Pagination } from './list/Pagination.tsx'
export { effectiveTerm, SEARCH_DELAY, SearchField, useSearchTerm } from './list/SearchField.tsx'
export { Breadcrumbs } from './navigation/Breadcrumbs.tsx'
export { CopyLinkButton } from './navigation/CopyLinkButton.tsx'
export { lazily, useOpened } from './navigation/lazily.tsx'
export { loadMenu, Menu, MenuButton, type MenuEntry } from './navigation/Menu.tsx'
export { Redirect } from './navigation/Redirect.tsx'
export { Segments } from './navigation/Segments.tsx'
export { SideColumns, SideNav } from './navigation/SideNav.tsx'
export { type LinkTab, Tabs } from './navigation/Tabs.tsx'
export { useCopied } from './navigation/useCopied.ts'
export { Disclosure } from './page/Disclosure.tsx'
export {
  Actions,
  Banner,
  BorderedList,
  FieldPairs,
  FormFoot,
  Note,
  PanelBar,
  PanelGrid,
  PathRow,
  PlainList,
  Stack,
  StickyFoot,
  Text,
  TitleRow,
} from './page/layout.tsx'
export { Page, PageBody, PageHead, Prose, Sheet } from './page/Page.tsx'
export { PageHeading, usePageTitle } from './page/PageHeading.tsx'
export { Panel } from './page/Panel.tsx'
export { Rule } from './page/Rule.tsx'
export { SkipLink } from './page/SkipLink.tsx'
export { saveAs } from './page/saveAs.ts'
export { Avatar } from './pictures/Avatar.tsx'
export { Cover } from './pictures/Cover.tsx'
export { DrawnCover } from './pictures/DrawnCover.tsx'
export { FileGlyph, FolderGlyph } from './pictures/FileGlyph.tsx'
export { Mark, Wordmark } from './pictures/Mark.tsx'
export { RichTextField, RichTextView } from './richtext/index.ts'
export { type Command, menuEntries, shortcutsOf, stripActions } from './table/commands.ts'
export {
  type Column,
  grouped,
  type PhoneRow,
  RowsInContainer,
  rowAfterKey,
  type ScrollTo,
  type Sort,
  Table,
  type TableSelection,
  useRowHeights,
  useRowKeys,
} from './table/index.ts'
export { isComposing } from './text/keys.ts'
export { LastEdit } from './text/LastEdit.tsx'
export { Link } from './text/Link.tsx'
export { MarkedText } from './text/MarkedText.tsx'
export { MiddleEllipsis } from './text/MiddleEllipsis.tsx'
export { RelativeTime, useMomentWords } from './text/RelativeTime.tsx'
export { shortened } from './text/shortened.ts'
export { showDates, useShownZone, useShowsDates } from './text/shownDates.ts'
export { Tooltip } from './text/Tooltip.tsx'
export { useDelayed } from './text/useDelayed.ts'
export { VisuallyHidden } from './text/VisuallyHidden.tsx'
export { useBottomBar } from './theme/bottomBar.ts'
export { floating } from './theme/floating.ts'
export { theme } from './theme/theme.ts'
export { breakpoints, dark, layers, light, type Tokens, type Tone } from './theme/tokens.ts'
export { useBreakpoint } from './theme/useBreakpoint.ts'
export { CommentThread, type ThreadEntry } from './thread/index.ts'
export { ToastsProvider, useToast } from './toast/ToastProvider.tsx'
export { FloatingWindow, windowSizes } from './window/FloatingWindow.tsx'
