//! Numbers: the saturated integer, the tolerant comparison, and printing with 15 or 17 digits.

/// `double` as a C int, saturated.
pub fn to_int(double: f64) -> i32 {
    double as i32
}

/// Equal up to a relative error of one epsilon.
pub fn same(a: f64, b: f64) -> bool {
    let largest = if a.abs() > b.abs() { a.abs() } else { b.abs() };
    (a - b).abs() <= largest * f64::EPSILON
}

/// 15 significant digits when they lead back to about the same number, otherwise 17.
pub fn print(double: f64) -> String {
    if !double.is_finite() {
        return "null".to_string();
    }
    let short = general(double, 15);
    match short.parse::<f64>() {
        Ok(back) if same(back, double) => short,
        _ => general(double, 17),
    }
}

/// C's `%.{precision}g`.
fn general(double: f64, precision: usize) -> String {
    let scientific = format!("{:.*e}", precision - 1, double);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= precision as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(mantissa), exponent.abs());
    }
    let decimals = (precision as i32 - 1 - exponent) as usize;
    trim(&format!("{double:.decimals$}")).to_string()
}

/// Without the zeros at the end of a fraction, and without a point that is left at the end.
fn trim(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}
