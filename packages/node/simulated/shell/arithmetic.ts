/** Evaluates a shell arithmetic expression. Names are looked up; what is no number counts as 0. @throws Error */
export function evaluateArithmetic(
  text: string,
  get: (name: string) => string,
  set: (name: string, value: string) => void,
): number {
  const tokens =
    text.match(/\d+|[A-Za-z_]\w*|\+\+|--|[-+*/%&|^]=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>()!~&|^?:=]/g) ?? [];
  let position = 0;
  const next = (): string | undefined => tokens[position];
  const take = (token: string): boolean => {
    if (next() !== token) return false;
    position++;
    return true;
  };
  const valueOf = (name: string): number => {
    const value = get(name).trim();
    return /^[-+]?\d+$/.test(value) ? Number(value) : 0;
  };

  const levels: readonly (readonly string[])[] = [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<=", ">=", "<", ">"],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
  ];
  function apply(operator: string, a: number, b: number): number {
    switch (operator) {
      case "||":
        return a !== 0 || b !== 0 ? 1 : 0;
      case "&&":
        return a !== 0 && b !== 0 ? 1 : 0;
      case "|":
        return a | b;
      case "^":
        return a ^ b;
      case "&":
        return a & b;
      case "==":
        return a === b ? 1 : 0;
      case "!=":
        return a === b ? 0 : 1;
      case "<=":
        return a <= b ? 1 : 0;
      case ">=":
        return a >= b ? 1 : 0;
      case "<":
        return a < b ? 1 : 0;
      case ">":
        return a > b ? 1 : 0;
      case "<<":
        return a << b;
      case ">>":
        return a >> b;
      case "+":
        return a + b;
      case "-":
        return a - b;
      case "*":
        return a * b;
      default:
        if (b === 0) throw new Error("divide by zero");
        return operator === "/" ? Math.trunc(a / b) : a % b;
    }
  }
  function primary(): number {
    if (take("(")) {
      const value = assignment();
      if (!take(")")) throw new Error("arithmetic syntax error");
      return value;
    }
    if (take("-")) return -primary();
    if (take("+")) return primary();
    if (take("!")) return primary() === 0 ? 1 : 0;
    if (take("~")) return ~primary();
    const token = next();
    if (token === undefined) throw new Error("arithmetic syntax error");
    position++;
    if (/^\d/.test(token)) return Number.parseInt(token, /^0\d/.test(token) ? 8 : 10);
    if (token === "++" || token === "--") {
      const name = tokens[position++] ?? "";
      const value = valueOf(name) + (token === "++" ? 1 : -1);
      set(name, String(value));
      return value;
    }
    const value = valueOf(token);
    if (next() === "++" || next() === "--") {
      set(token, String(value + (next() === "++" ? 1 : -1)));
      position++;
    }
    return value;
  }
  function level(index: number): number {
    const operators = levels[index];
    if (!operators) return primary();
    let value = level(index + 1);
    for (let token = next(); token !== undefined && operators.includes(token); token = next()) {
      position++;
      value = apply(token, value, level(index + 1));
    }
    return value;
  }
  function ternary(): number {
    const condition = level(0);
    if (!take("?")) return condition;
    const yes = assignment();
    if (!take(":")) throw new Error("arithmetic syntax error");
    const no = assignment();
    return condition !== 0 ? yes : no;
  }
  function assignment(): number {
    const name = next();
    const operator = tokens[position + 1];
    if (name === undefined || operator === undefined || !/^[A-Za-z_]/.test(name) || !/^[-+*/%&|^]?=$/.test(operator)) {
      return ternary();
    }
    position += 2;
    const right = assignment();
    const value = operator === "=" ? right : apply(operator.charAt(0), valueOf(name), right);
    set(name, String(value));
    return value;
  }

  if (tokens.length === 0) return 0;
  const value = assignment();
  if (position < tokens.length) throw new Error("arithmetic syntax error");
  return value;
}
