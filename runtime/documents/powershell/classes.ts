// Translates PowerShell's classes to the tree that flow follows. Names of classes and members are in lower case, because
// PowerShell ignores case; `$this` is the first parameter of a method.

import { made, name, ofClass, statement } from '../flow/translatedNodes.ts'
import { childOfType, named, type SyntaxNode } from '../treeSitter.ts'
import { expression, type Translated } from './expressions.ts'

type Block = (node: SyntaxNode | undefined, script: Translated) => readonly SyntaxNode[]

/** A class with its properties and methods; `block` translates the statements of a method. */
export function classOf(node: SyntaxNode, script: Translated, block: Block): SyntaxNode {
  const [title = node, ...bases] = node.children.filter(({ type }) => type === 'simple_name')
  return made('class_definition', node, {
    name: classAt(title),
    superclasses: made('argument_list', node, bases.map(classAt)),
    body: made(
      'block',
      node,
      named(node).flatMap((one) =>
        one.type === 'class_property_definition'
          ? property(one, script)
          : one.type === 'class_method_definition'
            ? [method(one, title.text.toLowerCase(), script, block)]
            : [],
      ),
    ),
  })
}

// The class that a name stands for.
function classAt(node: SyntaxNode): SyntaxNode {
  return name(node.text.toLowerCase(), node)
}

// A property without a value is set by a method.
function property(node: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  const title = childOfType(node, 'variable')
  const value = named(node).at(-1)
  if (title === undefined || value === undefined || value.start <= title.start) return []
  const sides = {
    left: name(title.text.slice(1).toLowerCase(), title),
    right: expression(value, script),
  }
  const set = made('assignment', node, sides)
  return [statement(isStatic(node) ? ofClass(set) : set)]
}

function method(node: SyntaxNode, owner: string, script: Translated, block: Block): SyntaxNode {
  const title = childOfType(node, 'simple_name') ?? node
  const own = title.text.toLowerCase()
  const list = named(childOfType(node, 'class_method_parameter_list'))
  const parameters = list.flatMap((one) => childOfType(one, 'variable') ?? [])
  const body = childOfType(node, 'script_block') ?? node
  const definition = made('function_definition', node, {
    name: name(own === owner ? '__init__' : own, title),
    parameters: made('parameters', node, [
      ...(isStatic(node) ? [] : [name('$this', node)]),
      ...parameters.map((one) => expression(one, script)),
    ]),
    body: made(
      'block',
      body,
      body === node ? [] : block(body, { ...script, isValued: true, isMethod: true }),
    ),
  })
  if (!isStatic(node)) return definition
  const over = made('decorator', node, [name('staticmethod', node)])
  return made('decorated_definition', node, { definition }, [over])
}

function isStatic(node: SyntaxNode): boolean {
  return named(node).some(({ type, text }) => type === 'class_attribute' && /^static$/i.test(text))
}
