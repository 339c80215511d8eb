// The table of rooms in ARCHITECTURE.md, from the one that the architecture test keeps. The rest of the page is by hand.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomsTable } from '../rooms.ts'

const PAGE = 'ARCHITECTURE.md'
const TABLE = /(<!-- rooms: npm run generate -->\n)[\s\S]*?(\n<!-- end of rooms -->)/

/** @throws Error when the page has lost the marks that the table stands between. */
export function architectureFiles(root: string): [string, string][] {
  const page = readFileSync(join(root, PAGE), 'utf8')
  if (!TABLE.test(page))
    throw new Error(`${PAGE}: the marks around the table of rooms are gone; put them back`)
  return [[PAGE, page.replace(TABLE, (_, before: string, after: string) => before + roomsTable() + after)]]
}
