//! Dates in RFC 3339, of any year that it can write.

/// The milliseconds since 1970 of a time such as `1969-07-20T20:17:40Z`; negative before.
pub(super) fn millis(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let [year, month, day] = fields(date, '-', [4, 2, 2])?;
    let (clock, offset) = offset(time)?;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let [hour, minute, second] = fields(clock, ':', [2, 2, 2])?;
    let valid = (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let minutes = hour * 60 + minute - offset;
    let seconds = days(year, month, day) * 86_400 + minutes * 60 + second;
    valid.then_some(seconds * 1000 + thousandths(fraction)?)
}

/// Three numbers between separators, each of so many digits.
fn fields(text: &str, separator: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        *number = number_of(parts.next()?, digits)?;
    }
    parts.next().is_none().then_some(numbers)
}

fn number_of(text: &str, digits: usize) -> Option<i64> {
    let all_digits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| text.parse().ok())?
}

/// The clock, and the minutes by which it is ahead of UTC.
fn offset(time: &str) -> Option<(&str, i64)> {
    if let Some(clock) = time.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let (clock, zone) = time.split_at_checked(time.len().checked_sub(6)?)?;
    let sign = match zone.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (number_of(hours, 2)?, number_of(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some((clock, sign * (hours * 60 + minutes)))
}

/// A fraction of a second in whole milliseconds, which is all that BSON stores.
fn thousandths(fraction: &str) -> Option<i64> {
    let digits = (1..=9).contains(&fraction.len());
    let thousandths = format!("{fraction:0<3}");
    number_of(thousandths.get(..3)?, 3)
        .filter(|_| digits && number_of(fraction, fraction.len()).is_some())
}

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970-01-01 to a date of the Gregorian calendar: years begin in March, so that the
/// leap day is a year's last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn dates_are_counted_from_1970_in_both_directions() {
        let cases = [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
            ("1969-07-20T20:17:40Z", -14_182_940_000),
            ("1900-03-01T00:00:00Z", -2_203_891_200_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-01-31T01:00:00.5+01:00", 1_769_817_600_500),
            ("2026-01-30T23:30:00-00:30", 1_769_817_600_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ];
        for (text, expected) in cases {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        let cases = [
            "",
            "2026-01-31",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T00:00:00",
            "2026-01-31T00:00:00.Z",
            "2026-01-31T00:00:00+1:00",
            "+026-01-31T00:00:00Z",
            "2026-01-31T00:00:00+é",
        ];
        for text in cases {
            assert_eq!(millis(text), None, "{text}");
        }
    }
}
