/** The UI kit: one way to do each thing, no word of the domain. */

export { AppProviders, useColorMode } from './AppProviders.tsx'
export { ConfirmContent } from './dialog/ConfirmContent.tsx'
export { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog/Dialog.tsx'
export { Alert, type AlertProps, type AlertTone, useTimedAlert } from './feedback/Alert.tsx'
export { BusyButton } from './feedback/BusyButton.tsx'
export { ProgressBar } from './feedback/ProgressBar.tsx'
export { Loading, NotYet, SkeletonBar, SkeletonLines } from './feedback/Skeletons.tsx'
export { EmptyState, ErrorState } from './feedback/States.tsx'
export { BarCell } from './figures/BarCell.tsx'
export { Chip, type ChipProps, type DotColor, LabelDot, StatusDot } from './figures/Chip.tsx'
export { ChipList } from './figures/ChipList.tsx'
export { FigureLine } from './figures/FigureLine.tsx'
export { type LedgerTile, LedgerTiles } from './figures/LedgerTiles.tsx'
export { Trend, type TrendWords } from './figures/Trend.tsx'
export {
  type Autosave,
  type AutosaveOptions,
  AutosaveScope,
  type AutosaveState,
  AutosaveStatus,
  type AutosaveStatusProps,
  CancelButton,
  type CancelButtonProps,
  CheckField,
  type CheckFieldProps,
  CodeField,
  ComboBox,
  type ComboBoxProps,
  ComboField,
  type ComboFieldProps,
  type ComboOption,
  type ComboSearch,
  type ComboSource,
  type Conflict,
  ConflictPanel,
  DateField,
  type DateFieldProps,
  dayProblem,
  type Failures,
  type FieldProps,
  type FieldWords,
  Form,
  type FormProblem,
  type FormProps,
  type FormSection,
  FormSections,
  type FormSectionsProps,
  type Leave,
  NumberField,
  type NumberFieldProps,
  numberIn,
  numberProblem,
  onJoined,
  PasswordField,
  PhoneField,
  type PhoneFieldProps,
  ReadOnlyField,
  RepeatedRows,
  type RepeatedRowsProps,
  type RowsColumn,
  type RowsRow,
  type SaveOutcome,
  SelectField,
  type SelectFieldProps,
  type SelectOption,
  SubmitButton,
  SwitchField,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
  UnsavedMark,
  UnsavedPart,
  type UnsavedPartProps,
  unsavedInPage,
  useAutosave,
  useConflict,
  useFileChooser,
  useLeave,
  useUnsaved,
} from './form/index.ts'
export { Switch, type SwitchProps } from './form/Switch.tsx'
export { FrontDoor } from './frontdoor/FrontDoor.tsx'
export { type Cell, CellGrid, type CellGridProps, type CellProps, type RowHead } from './grid/index.ts'
export { FilterMenu, type FilterMenuProps, type FilterOption } from './list/FilterMenu.tsx'
export {
  type EmptyList,
  ListFoot,
  type ListPlace,
  type ListShape,
  type ListState,
  ListTools,
  type PagedRows,
  PagedTable,
  type PagedTableProps,
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
export { Breadcrumbs, type Crumb } from './navigation/Breadcrumbs.tsx'
export { CopyLinkButton, useCopied } from './navigation/CopyLinkButton.tsx'
export { lazily, useOpened } from './navigation/lazily.tsx'
export { loadMenu, Menu, MenuButton, type MenuEntry } from './navigation/Menu.tsx'
export { Redirect } from './navigation/Redirect.tsx'
export { type Segment, Segments } from './navigation/Segments.tsx'
export { SideColumns, SideNav } from './navigation/SideNav.tsx'
export { type LinkTab, Tabs } from './navigation/Tabs.tsx'
export { BorderedList } from './page/BorderedList.tsx'
export { Page, PageBody, PageHead, Prose, Sheet } from './page/Page.tsx'
export { PageHeading, type PageHeadingProps, usePageTitle } from './page/PageHeading.tsx'
export { Panel } from './page/Panel.tsx'
export { SkipLink } from './page/SkipLink.tsx'
export { saveAs } from './page/saveAs.ts'
export { Avatar, type AvatarProps } from './pictures/Avatar.tsx'
export { Cover } from './pictures/Cover.tsx'
export { DrawnCover } from './pictures/DrawnCover.tsx'
export { FileGlyph, type FileGlyphProps, FolderGlyph } from './pictures/FileGlyph.tsx'
export { Mark, Wordmark } from './pictures/Mark.tsx'
export { RichTextField, RichTextView } from './richtext/index.ts'
export { type Command, menuEntries, shortcutsOf, stripActions } from './table/commands.ts'
export {
  type Column,
  type OpenedRow,
  type PhoneRow,
  type RowHeights,
  RowsInContainer,
  rowAfterKey,
  type ScrollTo,
  type Sort,
  type StripAction,
  Table,
  type TableProps,
  type TableSelection,
  useRowHeights,
  useRowKeys,
} from './table/index.ts'
export { Link } from './text/Link.tsx'
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
export { breakpoints, dark, dialogWidths, layers, light, type Tokens, type Tone } from './theme/tokens.ts'
export { useBreakpoint } from './theme/useBreakpoint.ts'
export { CommentThread, type CommentThreadProps, type ThreadEntry } from './thread/index.ts'
export { ToastProvider, useToast } from './toast/ToastProvider.tsx'
export { FloatingWindow, type FloatingWindowProps, windowSizes } from './window/FloatingWindow.tsx'
