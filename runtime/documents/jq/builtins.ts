// The functions that some version of jq (1.5 to 1.8) defines, with the numbers of arguments that they take.

const BY_COUNT: readonly string[] = [
  'acos acosh add all any arrays ascii ascii_downcase ascii_upcase asin asinh atan atanh booleans builtins cbrt ceil combinations cos cosh date debug empty env erf erfc error exp exp10 exp2 explode expm1 fabs false finites first flatten floor frexp from_entries fromdate fromdateiso8601 fromjson gamma get_jq_origin get_prog_origin get_search_list getpath gmtime halt halt_error have_decnum have_literal_numbers implode infinite input input_filename input_line_number inputs isfinite isinfinite isnan isnormal isvalid iterables j0 j1 keys keys_unsorted last leaf_paths length lgamma lgamma_r localtime log log10 log1p log2 logb ltrim max min mktime modf modulemeta nan nearbyint normals not now null nulls numbers objects paths pow10 recurse recurse_down reverse rint round rtrim scalars scalars_or_empty significand sin sinh sort splits sqrt stderr strings tan tanh tgamma toarray to_entries toboolean todate todateiso8601 tojson tonumber tostream tostring transpose trim true trunc type unique utf8bytelength values y0 y1 abs',
  'IN INDEX add all any bsearch capture combinations contains debug del delpaths endswith error first flatten format fromstream getpath group_by halt_error has in index indices inside isempty isvalid join last ltrimstr map map_values match max_by min_by nth path paths pick range recurse repeat rindex rtrimstr scan select skip sort_by split splits startswith strflocaltime strftime strptime test todate trimstr truncate_stream unique_by walk with_entries',
  'IN INDEX JOIN all any atan2 capture copysign date dateadd datesub drem fdim fmax fmin fmod gsub hypot jn ldexp limit match nextafter nexttoward nth pow range recurse remainder repeat scalb scalbln scan setpath skip split splits sub test truncate_stream until while yn',
  'JOIN fma gsub range sub',
  'JOIN',
]

const NAMES = new Set(BY_COUNT.flatMap((names, count) => names.split(' ').map((name) => `${name}/${count}`)))

/** Whether jq may define a function of this name that takes this number of arguments. */
export function isBuiltin(name: string, count: number): boolean {
  return NAMES.has(`${name}/${count}`) || name.startsWith('_')
}

/** The names of all functions. */
export const BUILTINS: readonly string[] = [...new Set([...NAMES].map((name) => name.split('/')[0] ?? ''))]
